// What differs from map to map: projection, size of the picture, size of the cars.
import { type GeoProjection, geoConicConformal } from 'd3-geo';
import type { Style } from './track';

export interface MapPlan {
  style: Style;
  projection: GeoProjection;
  /** Free space around the true places of the cities: left, top, right, bottom. */
  margin: [number, number, number, number];
  /** Stretches the picture sideways before anything moves. */
  widen: number;
  /** Part of the world that is needed: west, south, east, north. */
  world: [number, number, number, number];
  detail: '10m' | '50m';
  moves: number;
}

export const plans: Record<string, MapPlan> = {
  usa: {
    style: {
      view: [1600, 1040],
      car: [46, 17],
      carGap: 4,
      trackStep: 20.5,
      dot: 9.5,
      clear: 15.5,
      font: 21,
    },
    projection: geoConicConformal().parallels([33, 45]).rotate([97, 0]),
    margin: [110, 60, 130, 70],
    widen: 1,
    world: [-165, 5, -40, 70],
    detail: '50m',
    moves: 450_000,
  },
  europe: {
    style: {
      view: [1600, 1120],
      car: [42, 16],
      carGap: 4,
      trackStep: 19.5,
      dot: 9,
      clear: 15,
      font: 20,
    },
    projection: geoConicConformal().parallels([40, 57]).rotate([-15, 0]),
    margin: [90, 120, 110, 80],
    widen: 1,
    world: [-45, 18, 75, 74],
    detail: '50m',
    moves: 450_000,
  },
  germany: {
    style: {
      view: [1160, 1400],
      car: [39, 15],
      carGap: 3.5,
      trackStep: 18.5,
      dot: 8.5,
      clear: 14,
      font: 19,
    },
    projection: geoConicConformal().parallels([48, 54]).rotate([-10.3, 0]),
    margin: [90, 60, 90, 70],
    widen: 1.1,
    world: [-8, 41, 28, 62],
    detail: '10m',
    moves: 450_000,
  },
};
