// node layout/thumbs.mjs: the small maps of the start page, from the layouts: land, routes and cities, a few kB each.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const WIDTH = 160;
const HEIGHT = 100;
const out = new URL('../src/parts/start/maps/', import.meta.url);
mkdirSync(out, { recursive: true });

for (const map of ['usa', 'europe', 'germany']) {
  const layout = JSON.parse(readFileSync(new URL(`../src/map/${map}.layout.json`, import.meta.url), 'utf8'));
  const [width, height] = layout.view;
  // A high map stands in the middle; a layout has land beyond its edges.
  const high = height > width;
  const scale = high ? (1.1 * HEIGHT) / height : WIDTH / width;
  const left = high ? (WIDTH - width * scale) / 2 : 0;
  const top = (height * scale - HEIGHT) / 2;
  const at = (x, y) => [Math.round(x * scale + left), Math.round(y * scale - top)];
  const pair = (x, y) => at(x, y).join(' ');

  /** Coast lines as polygons of whole pixels; what is small or outside goes. */
  const land = (path = '') =>
    path
      .split('M')
      .slice(1)
      .map((ring) => {
        const [x, y, ...steps] = (ring.match(/-?\d+/g) ?? []).map(Number);
        let here = [x, y];
        const points = [at(x / 2, y / 2)];
        for (let i = 0; i + 1 < steps.length; i += 2) {
          here = [here[0] + steps[i], here[1] + steps[i + 1]];
          const point = at(here[0] / 2, here[1] / 2);
          const last = points.at(-1);
          if (Math.abs(point[0] - last[0]) + Math.abs(point[1] - last[1]) > 2) points.push(point);
        }
        return points;
      })
      .filter((points) => {
        const near = points.some(([x, y]) => x > -20 && y > -20 && x < WIDTH + 20 && y < HEIGHT + 20);
        return near && points.length > 5;
      })
      .map((points) => `M${points.map((point) => point.join(' ')).join('L')}Z`)
      .join('');

  const routes = layout.routes
    .filter(({ line }) => line)
    .map(({ line }) => {
      const numbers = line.match(/-?[\d.]+/g).map(Number);
      return `M${pair(numbers[0], numbers[1])}L${pair(numbers.at(-2), numbers.at(-1))}`;
    })
    .join('');
  const cities = layout.cities.map(({ x, y }) => `M${pair(x, y)}h0`).join('');
  const home = land(layout.back.home);
  writeFileSync(
    new URL(`${map}.svg`, out),
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}"><title>${map}</title>` +
      `<path fill="#c9dde0" d="M0 0H${WIDTH}V${HEIGHT}H0Z"/>` +
      `<g fill="#ece3cd" stroke="#7f9ca3" stroke-width=".6"><path d="${land(layout.back.land)}"/>${home ? `<path fill="#f7f0de" d="${home}"/>` : ''}</g>` +
      `<g fill="none" stroke-linecap="round"><path stroke="#9a3324" stroke-opacity=".75" d="${routes}"/>` +
      `<path stroke="#241f19" stroke-width="3" d="${cities}"/></g></svg>\n`,
  );
}
