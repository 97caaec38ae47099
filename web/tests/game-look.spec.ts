// How it looks and whom it serves: pictures at three widths, axe, both languages and themes, and how much a browser has to load.
import { expect, type Page, test } from '@playwright/test';
import { dictionaries } from '../src/words';
import { sideways, violations } from './support/axe';
import { Person, watchForErrors } from './support/person';
import { Server } from './support/server';

let server: Server;
test.beforeAll(async () => {
  server = await Server.start();
});
test.afterAll(() => server.stop());

const widths = [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const;
const looks = [
  { language: 'en', theme: 'light' },
  { language: 'de', theme: 'dark' },
] as const;

async function set(page: Page, { language, theme }: (typeof looks)[number]): Promise<void> {
  await page.addInitScript(
    ([language, theme]) =>
      localStorage.setItem('fogg.settings', JSON.stringify({ language, theme, motion: 'off' })),
    [language, theme],
  );
}

const editions = ['usa-2004', 'europe', 'maerklin'] as const;
const titles = { 'usa-2004': /^(✓ )?USA (?!2025|Mega)/, europe: /^(✓ )?Europ/, maerklin: /^(✓ )?Märklin/ };
// A browser may load this much, compressed, until a game on the map can be played.
const MOST_BYTES = 300_000;

for (const edition of editions) {
  for (const look of looks) {
    test(`a game of ${edition}, ${look.language}, ${look.theme}`, async ({ page }, info) => {
      const noErrors = watchForErrors(page);
      let loaded = 0;
      page.on('requestfinished', async (request) => {
        loaded += (await request.sizes().catch(() => null))?.responseBodySize ?? 0;
      });
      await set(page, look);
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(server.address);
      const person = new Person(page, { hands: 'mouse', language: look.language });
      await page.getByRole('radio', { name: titles[edition] }).check({ force: true });
      await page.getByRole('radio', { name: '3', exact: true }).check({ force: true });
      await person.press(person.button(person.words.start.playNow));
      await page.locator('.prompt').waitFor();
      expect(loaded).toBeGreaterThan(30_000);
      expect(loaded).toBeLessThan(MOST_BYTES);
      console.log(`${edition}: ${(loaded / 1000).toFixed(0)} kB loaded`);
      for (let i = 0; i < 14; i++) {
        await expect(page.locator('.prompt')).toContainText(
          /^(It is your turn|Choose the next|Du bist dran|Du bist am Zug|Wähle)/,
        );
        await person.decide();
      }
      for (const [width, height] of widths) {
        await page.setViewportSize({ width, height });
        await page.waitForTimeout(300);
        await page.screenshot({ path: info.outputPath(`${width}.png`) });
        expect(await sideways(page)).toBeLessThanOrEqual(0);
        expect(await violations(page)).toEqual([]);
      }
      noErrors();
    });
  }
}

for (const look of looks) {
  test(`the other pages, ${look.language}, ${look.theme}`, async ({ page }, info) => {
    const noErrors = watchForErrors(page);
    await set(page, look);
    const words = dictionaries[look.language];
    for (const [width, height] of widths) {
      await page.setViewportSize({ width, height });
      for (const path of ['/', '/rules/europe', '/replay']) {
        await page.goto(server.address + path);
        await page.getByRole('heading', { level: 1 }).first().waitFor();
        await page.screenshot({
          path: info.outputPath(`${path.slice(1).replace('/', '-') || 'start'}-${width}.png`),
        });
        expect(await sideways(page)).toBeLessThanOrEqual(0);
        expect(await violations(page)).toEqual([]);
      }
      await page.goto(`${server.address}/replay`);
      await page.locator('input[type=file]').setInputFiles('../tests/fixtures/maerklin-2p-last-round.jsonl');
      await page.getByRole('slider').waitFor();
      for (let i = 0; i < 60; i++) await page.keyboard.press('ArrowRight');
      await page.screenshot({ path: info.outputPath(`replay-game-${width}.png`) });
      expect(await sideways(page)).toBeLessThanOrEqual(0);
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('End');
      await expect(
        page.getByRole('row', { name: new RegExp(`^${words.score.total}`) }).first(),
      ).toBeVisible();
      await page.screenshot({ path: info.outputPath(`replay-end-${width}.png`) });
      expect(await violations(page)).toEqual([]);
    }
    noErrors();
  });
}
