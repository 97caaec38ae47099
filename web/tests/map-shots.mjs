// node tests/map-shots.mjs FOLDER: pictures of the maps, to look at. Starts its own server.
import { mkdirSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { createServer } from 'vite';

const folder = process.argv[2] ?? 'node_modules/.cache/map-shots';
const only = process.argv.slice(3);
mkdirSync(folder, { recursive: true });
const server = await createServer({
  server: { host: '127.0.0.1', port: 0, hmr: false, fs: { allow: ['..'] } },
  logLevel: 'error',
});
await server.listen();
const port = server.httpServer.address().port;
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
});
const shots = [];
for (const map of ['usa', 'europe', 'germany']) {
  for (const [w, h] of [
    [1440, 960],
    [1024, 720],
    [390, 640],
  ]) {
    shots.push(
      [`${map}-${w}-none`, `map=${map}`, w, h],
      [`${map}-${w}-some`, `map=${map}&claims=some&glow=1`, w, h],
    );
  }
  shots.push([`${map}-dark`, `map=${map}&claims=some&glow=1&theme=dark`, 1440, 960]);
  shots.push([`${map}-1440-all`, `map=${map}&claims=all`, 1440, 960]);
}
for (const [name, query, width, height] of shots) {
  if (only.length && !only.includes(name)) continue;
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: width < 500 ? 2 : 1 });
  page.on('pageerror', (e) => console.log(name, e.message));
  await page.goto(`http://127.0.0.1:${port}/map-demo.html?${query}`);
  await page.waitForSelector('body[data-ready]');
  await page.waitForTimeout(200);
  await page.screenshot({ path: `${folder}/${name}.png` });
  await page.close();
}
await browser.close();
await server.close();
