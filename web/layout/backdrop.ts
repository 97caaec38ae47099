// Land, water and borders below a map, following the cities that moved; small enough to ship.
import { createRequire } from 'node:module';
import type { MultiPolygon, Polygon } from 'geojson';
import { feature, merge, mesh } from 'topojson-client';
import type { GeometryCollection, GeometryObject, Topology } from 'topojson-specification';
import type { Board } from './energy';
import { area, clipLine, clipRing, type Place, path, smooth, thin, within } from './lines';
import type { MapData } from './main';
import type { MapPlan } from './maps';
import { projector, warp } from './warp';
import { islands, lakes, rivers, type Water } from './waters';

const require = createRequire(`${process.cwd()}/package.json`);
type Named = GeometryObject<{ name: string }>;
type Atlas = Topology<Record<string, GeometryCollection<{ name: string }>>>;
const home: Record<string, string> = { usa: '840', germany: '276' };

/** The atlas with its arcs cut to absolute coordinates and thinned, so that shared borders stay shared. */
function load(file: string, flat: (p: Place) => Place, tolerance: number, world: number[]): Atlas {
  const raw: Atlas = require(file);
  const { scale, translate } = raw.transform ?? { scale: [1, 1], translate: [0, 0] };
  const [west = 0, south = 0, east = 0, north = 0] = world;
  const arcs = raw.arcs.map((arc) => {
    let x = 0;
    let y = 0;
    const points = arc.map((p) => {
      x += p[0] ?? 0;
      y += p[1] ?? 0;
      return [x * (scale[0] ?? 1) + (translate[0] ?? 0), y * (scale[1] ?? 1) + (translate[1] ?? 0)] as Place;
    });
    const near = points.some((p) => p[0] > west && p[0] < east && p[1] > south && p[1] < north);
    if (!near) return points.filter((_, i) => i === 0 || i === points.length - 1 || i % 8 === 0);
    const keep = thin(points.map(flat), tolerance);
    return points.filter((_, i) => keep[i]);
  });
  const { transform: _, ...rest } = raw;
  return { ...rest, arcs };
}

export function backdrop(id: string, data: MapData, plan: MapPlan, board: Board): Record<string, string> {
  const project = projector(data, plan);
  const bend = warp(board);
  const [w, h] = plan.style.view;
  const frame: [number, number, number, number] = [-w * 0.4, -h * 0.3, w * 1.4, h * 1.3];
  const flat = (p: Place): Place => project(p[0], p[1]);
  const put = (p: Place): Place => bend(flat(p));
  const atlas = load(`world-atlas/countries-${plan.detail}.json`, flat, 0.55, plan.world);
  const countries = (atlas.objects.countries?.geometries ?? []) as Named[];

  // Rings are cut to the neighbourhood before they are projected: far away the projection tears.
  const rings = (shape: MultiPolygon | Polygon): Place[][] => {
    const all = shape.type === 'Polygon' ? shape.coordinates : shape.coordinates.flat();
    return all
      .map((ring) => clipRing(ring as Place[], plan.world))
      .filter((ring) => ring.length > 2)
      .map((ring) => clipRing(ring.map(put), frame))
      .filter((ring) => ring.length > 2 && area(ring) > 5);
  };
  const lines = (list: Place[][]): Place[][] =>
    list
      .flatMap((l) => clipLine(l, plan.world))
      .map((l) => l.map(put))
      .flatMap((l) => clipLine(l, frame));
  const shape = (list: Named[]): MultiPolygon =>
    merge(atlas, list as Parameters<typeof merge>[1]) as MultiPolygon;
  const objects = atlas.objects.countries as GeometryObject;
  const edges = (keep: (a: Named, b: Named) => boolean): Place[][] =>
    mesh(atlas, objects, keep as (a: GeometryObject, b: GeometryObject) => boolean).coordinates as Place[][];

  const out: Record<string, string> = {};
  const mine = home[id];
  // The United States come from their own atlas, which knows the Great Lakes.
  const cut = id === 'usa';
  out.land = path(rings(shape(countries.filter((c) => !cut || c.id !== mine))), true);
  let borders = edges((a, b) => a !== b && (!cut || (a.id !== mine && b.id !== mine)));
  const hand = (all: Record<string, Water>, closed: boolean, below: boolean): Place[][] =>
    Object.values(all)
      .filter((l) => l.maps.includes(id) && !!l.below === below)
      .map((l) => {
        const points: Place[] = [];
        for (let i = 0; i + 1 < l.at.length; i += 2) points.push([l.at[i] ?? 0, l.at[i + 1] ?? 0]);
        return smooth(points, closed);
      });
  const below = hand(lakes, true, true);
  if (cut) {
    const states = load('us-atlas/states-10m.json', flat, 0.55, plan.world);
    const nation = feature(states, states.objects.nation as GeometryCollection).features[0]
      ?.geometry as MultiPolygon;
    out.home = path(rings(nation), true);
    out.states = path(
      lines(
        mesh(states, states.objects.states as GeometryObject, (a, b) => a !== b).coordinates as Place[][],
      ),
      false,
    );
    const abroad = shape(countries.filter((c) => c.id !== mine)).coordinates.flat() as Place[][];
    borders = [...borders, ...shared(nation.coordinates.flat() as Place[][], abroad, below)];
  } else if (mine) {
    out.home = path(rings(shape(countries.filter((c) => c.id === mine))), true);
  }
  out.borders = path(lines(borders), false);
  const clipped = (list: Place[][]) =>
    list.map((r) => clipRing(r.map(put), frame)).filter((r) => r.length > 2);
  out.shores = path(clipped(below), true);
  out.lakes = path(clipped(hand(lakes, true, false)), true);
  out.islands = path(clipped(hand(islands, true, false)), true);
  out.rivers = path(lines(hand(rivers, false, false)), false);
  out.grid = path(grid(plan, put, frame), false);
  return out;
}

/** The parts of an outline with land abroad just beside them: borders, not coasts. */
function shared(outline: Place[][], abroad: Place[][], water: Place[][]): Place[][] {
  const near = abroad.filter((r) => r.length > 8);
  const isLand = (x: number, y: number) =>
    near.some((r) => within(r, x, y)) && !water.some((r) => within(r, x, y));
  const out: Place[][] = [];
  for (const ring of outline) {
    let line: Place[] = [];
    ring.forEach((p, i) => {
      const q = ring[i + 1];
      if (!q) return;
      const d = Math.hypot(q[0] - p[0], q[1] - p[1]) || 1;
      const mx = (p[0] + q[0]) / 2;
      const my = (p[1] + q[1]) / 2;
      const nx = (-(q[1] - p[1]) / d) * 0.12;
      const ny = ((q[0] - p[0]) / d) * 0.12;
      // Rings may run either way, but at home there is no land abroad: looking to both sides is safe.
      if (isLand(mx + nx, my + ny) || isLand(mx - nx, my - ny)) {
        if (line.length === 0) {
          line = [p];
          out.push(line);
        }
        line.push(q);
      } else line = [];
    });
  }
  return out;
}

function grid(plan: MapPlan, put: (p: Place) => Place, frame: [number, number, number, number]): Place[][] {
  const [west, south, east, north] = plan.world;
  const step = plan.detail === '10m' ? 2 : 5;
  const up = (v: number) => Math.ceil(v / step) * step;
  const out: Place[][] = [];
  for (let lon = up(west); lon <= east; lon += step) {
    const line: Place[] = [];
    for (let lat = south; lat <= north; lat += 0.5) line.push(put([lon, lat]));
    out.push(...clipLine(line, frame));
  }
  for (let lat = up(south); lat <= north; lat += step) {
    const line: Place[] = [];
    for (let lon = west; lon <= east; lon += 0.5) line.push(put([lon, lat]));
    out.push(...clipLine(line, frame));
  }
  return out.map((l) => {
    const keep = thin(l, 0.8);
    return l.filter((_, i) => keep[i]);
  });
}
