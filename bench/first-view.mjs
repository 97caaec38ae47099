// node bench/first-view.mjs [ADDRESS] [TIMES]: how long a browser takes to show the start page and a game in it, with an empty cache.
// ADDRESS: a running `fogg serve` (http://127.0.0.1:8000). Needs Chromium and web/node_modules (tools/web check makes them).
import { execSync } from 'node:child_process';
import { createRequire } from 'node:module';

const { chromium } = createRequire(new URL('../web/package.json', import.meta.url))('@playwright/test');
const address = process.argv[2] ?? 'http://127.0.0.1:8000';
const times = Number(process.argv[3] ?? 7);
const executablePath = execSync('command -v chromium', { encoding: 'utf8' }).trim();
const median = (list) => list.sort((x, y) => x - y)[Math.floor(list.length / 2)];

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const found = { paint: [], usable: [], game: [] };
for (let i = 0; i < times; i++) {
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(address, { waitUntil: 'commit' });
  const button = page.getByRole('button', { name: 'Play now' });
  await button.waitFor();
  // By the page's own clock, from the beginning of the navigation.
  found.usable.push(await page.evaluate(() => performance.now()));
  found.paint.push(
    await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0),
  );
  const clicked = Date.now();
  await button.click();
  await page.locator('.board .slot').first().waitFor();
  found.game.push(Date.now() - clicked);
  await context.close();
}
await browser.close();
for (const [name, text] of [
  ['paint', 'first contents painted'],
  ['usable', 'start page usable, after'],
  ['game', 'a game on the map, after the click'],
])
  console.log(`${text.padEnd(36)} ${median(found[name]).toFixed(0).padStart(5)} ms (median of ${times})`);
