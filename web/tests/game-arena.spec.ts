// A competition in the browser, as its guests see it: the live page, watching, replays, the big screen.
import { expect, type Page, test } from '@playwright/test';
import { dictionaries } from '../src/words';
import { Arena } from './support/arena';
import { sideways, violations } from './support/axe';
import { watchForErrors } from './support/person';

const NASTY = '<img/src=x/onerror=boo()>';
/** `ms`: how long the slowest entrant thinks about a decision. */
const cup = (deals: number, ms: number) => `
name = "Autumn cup"
deals = ${deals}
[[entrant]]
name = "deep"
bot = "search:time=${ms}ms"
[[entrant]]
name = "planner"
bot = "planner"
[[entrant]]
name = "racer"
bot = "longroute"
[[entrant]]
name = "${NASTY}"
bot = "hungry"
`;

/** Runs for as long as the tests do. */
let running: Arena;
/** Is over. */
let over: Arena;
test.beforeAll(async () => {
  running = await Arena.start(cup(2000, 120), '--threads', '1');
  over = await Arena.start(cup(1, 20), '--threads', '1', '--stay');
});
test.afterAll(async () => {
  await running.stop();
  await over.stop();
});

const { arena: t, replay } = dictionaries.en;

async function open(page: Page, address: string, kept: object = {}): Promise<void> {
  await page.addInitScript((settings) => localStorage.setItem('fogg.settings', JSON.stringify(settings)), {
    language: 'en',
    ...kept,
  });
  await page.goto(address);
}

const gamesOver = async (page: Page) =>
  Number((await page.getByRole('progressbar').getAttribute('aria-valuetext'))?.split(' ')[0]);

test('the live page follows a competition by itself', async ({ page }) => {
  const noErrors = watchForErrors(page);
  await open(page, `${running.address}/arena`);
  await expect(page.getByRole('heading', { name: 'Autumn cup' })).toBeVisible();
  const ranking = page.getByRole('region', { name: t.ranking, exact: true });
  await expect(ranking.getByRole('row')).toHaveCount(5);
  // A name is a name, whatever it looks like.
  await expect(ranking.getByRole('rowheader', { name: NASTY })).toBeVisible();
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
  const before = await gamesOver(page);
  await expect.poll(() => gamesOver(page), { timeout: 120_000 }).toBeGreaterThan(before);
  await expect(page.getByText(/about .* left/)).toBeVisible();
  await expect(page.getByRole('region', { name: t.results }).getByRole('listitem').first()).toBeVisible();
  await expect(page.getByText('Round 1: 24000 games')).toBeVisible();
  noErrors();
});

test('the news are told in German too', async ({ page }) => {
  await open(page, `${running.address}/arena`, { language: 'de' });
  const news = page.getByRole('region', { name: dictionaries.de.arena.news });
  await expect(news.getByText('Runde 1: 24000 Spiele')).toBeVisible();
});

test('a running game is watched, from the start page too', async ({ page }) => {
  // Not what the browser says of requests: at the end of a game the page asks for its record, which may still be closed.
  const broken: string[] = [];
  page.on('pageerror', (error) => broken.push(String(error)));
  await open(page, running.address);
  await expect(page.getByRole('heading', { name: 'Autumn cup' })).toBeVisible();
  // Nothing can be played here.
  await expect(page.getByRole('button', { name: 'Play now' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Watch table/ }).first()).toBeVisible({ timeout: 120_000 });
  await page.getByRole('link', { name: t.open }).click();
  await expect(page).toHaveURL(/\/arena$/);
  const card = page.getByRole('link', { name: /^Watch game/ }).first();
  await expect(card).toBeVisible({ timeout: 120_000 });
  // Games end; the next one will do.
  await expect(async () => {
    await page.goto(`${running.address}/arena`);
    await page
      .getByRole('link', { name: /^Watch game/ })
      .first()
      .click({ timeout: 15_000 });
    await expect(page).toHaveURL(/\/watch\/[A-Z]{4}$/, { timeout: 5000 });
    const place = page.getByRole('slider');
    await expect(place).toBeVisible({ timeout: 5000 });
    await expect(page.getByText(dictionaries.en.watch.asPublic)).toBeVisible({ timeout: 1000 });
    const first = Number(await place.getAttribute('max'));
    await expect
      .poll(async () => Number(await place.getAttribute('max')), { timeout: 5000 })
      .toBeGreaterThan(first);
  }).toPass({ timeout: 240_000 });
  expect(broken).toEqual([]);
});

test('the replay of a finished game opens when its cards are played out', async ({ page }) => {
  await open(page, `${running.address}/arena`);
  // Twelve games have the same cards; then all of them can be seen.
  await expect
    .poll(async () => (await page.request.get(`${running.address}/api/games/1/record`)).status(), {
      timeout: 300_000,
    })
    .toBe(200);
  await page.getByRole('button', { name: t.more }).click();
  await expect(page.getByRole('link', { name: /^Replay game/ }).first()).toBeVisible({ timeout: 60_000 });
  await page
    .getByRole('link', { name: /^Replay game/ })
    .last()
    .click();
  await expect(page).toHaveURL(/\/replay\?game=\d+/);
  await expect(page.getByRole('slider')).toBeVisible();
  // What cannot be shown yet says so.
  let secret = 0;
  await expect
    .poll(
      async () => {
        const answer = await page.request.get(`${running.address}/api/arena/games?most=50`);
        const { games } = (await answer.json()) as { games: { number: number; record: boolean }[] };
        secret = games.find(({ record }) => !record)?.number ?? 0;
        return secret;
      },
      { timeout: 120_000 },
    )
    .toBeGreaterThan(0);
  await page.goto(`${running.address}/replay?game=${secret}`);
  await expect(page.getByRole('alert')).toContainText(replay.cannot.secret);
});

test('after the end: the winner, all replays, the report', async ({ page }) => {
  const noErrors = watchForErrors(page);
  await open(page, `${over.address}/arena`);
  await expect(page.getByRole('link', { name: t.report })).toBeVisible({ timeout: 300_000 });
  await expect(page.getByText(t.phase.over)).toBeVisible();
  const results = page.getByRole('region', { name: t.results });
  await results.getByRole('button', { name: t.more }).click();
  await expect(results.getByRole('link', { name: /^Replay game \d+: / })).toHaveCount(12);
  await expect(results.getByRole('link', { name: /^Replay game 1: / })).toHaveAccessibleName(/deep.*planner/);
  await results.getByRole('checkbox', { name: t.onlyFaults }).check();
  await expect(results.getByText(t.noFaults)).toBeVisible();
  await results.getByRole('checkbox', { name: t.onlyFaults }).uncheck();
  await results.getByRole('link', { name: /^Replay game 1: / }).click();
  await expect(page.getByRole('slider')).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.getByText('deep').filter({ visible: true }).first()).toBeVisible();
  noErrors();

  await page.goto(`${over.address}/arena/report.html`);
  for (const title of [
    'Ranking',
    'Rating over time',
    'Who beat whom',
    'Points',
    'Time for a decision',
    'Faults',
    'Games',
  ])
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
  await page.getByRole('link', { name: '7', exact: true }).click();
  await expect(page).toHaveURL(/\/replay\?game=7/);
  await expect(page.getByRole('slider')).toBeVisible();
});

test('the big screen: standings, a live board, results; nothing to scroll', async ({ page }) => {
  const noErrors = watchForErrors(page);
  for (const [width, height] of [
    [1920, 1080],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open(page, `${running.address}/arena/screen`);
    await expect(page.getByRole('row')).toHaveCount(5);
    await expect(page.locator('.stage svg').first()).toBeVisible({ timeout: 120_000 });
    const beyond = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return [scrollWidth - innerWidth, scrollHeight - innerHeight];
    });
    expect(Math.max(...beyond)).toBeLessThanOrEqual(0);
    // From the last row of a hall: no name or number of the ranking below this.
    const size = await page
      .getByRole('rowheader')
      .first()
      .evaluate((cell) => Number.parseFloat(getComputedStyle(cell).fontSize));
    expect(size).toBeGreaterThanOrEqual(height / 36);
    await page.screenshot({ path: `../build/web/browser-tests/arena-screen-${width}.png` });
  }
  noErrors();
});

test('the big screen comes back by itself, and says meanwhile what is wrong', async ({ page }) => {
  const arena = await Arena.start(cup(2000, 120), '--threads', '1');
  try {
    await open(page, `${arena.address}/arena/screen`);
    await expect(page.getByRole('progressbar')).toBeVisible();
    await arena.end('SIGKILL');
    await expect(page.getByText(t.lost)).toBeVisible({ timeout: 60_000 });
    await arena.resume('--threads', '1');
    await expect(page.getByText(t.lost)).toBeHidden({ timeout: 60_000 });
    await expect(page.locator('.stage svg').first()).toBeVisible({ timeout: 120_000 });
  } finally {
    await arena.stop();
  }
});

test('a server without a competition says so', async ({ page }) => {
  const { Server } = await import('./support/server');
  const server = await Server.start();
  try {
    await open(page, `${server.address}/arena`);
    await expect(page.getByRole('heading', { name: t.none })).toBeVisible();
  } finally {
    await server.stop();
  }
});

for (const theme of ['light', 'dark'])
  for (const language of ['en', 'de'] as const)
    test(`nothing for axe to find: ${theme}, ${language}`, async ({ page }) => {
      const words = dictionaries[language].arena;
      for (const [width, height] of [
        [1440, 900],
        [1024, 768],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height });
        for (const { address } of [running, over]) {
          await open(page, `${address}/arena`, { theme, language });
          await expect(page.getByRole('heading', { name: words.ranking, exact: true })).toBeVisible();
          await expect(page.getByRole('listitem').first()).toBeVisible({ timeout: 60_000 });
          expect(await violations(page)).toEqual([]);
          expect(await sideways(page)).toBeLessThanOrEqual(0);
        }
        await page.screenshot({
          path: `../build/web/browser-tests/arena-${theme}-${language}-${width}.png`,
          fullPage: true,
        });
        await open(page, over.address, { theme, language });
        await expect(page.getByRole('link', { name: words.open })).toBeVisible();
        expect(await violations(page)).toEqual([]);
      }
      await page.setViewportSize({ width: 1920, height: 1080 });
      for (const { address } of [running, over]) {
        await open(page, `${address}/arena/screen`, { theme, language });
        await expect(page.getByRole('progressbar')).toBeVisible();
        expect(await violations(page)).toEqual([]);
      }
    });
