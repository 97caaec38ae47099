// Whole games against bots, each edition, by mouse, by keyboard and with a finger on a small screen.
import { expect, test } from '@playwright/test';
import { type Hands, Person, watchForErrors } from './support/person';
import { Server } from './support/server';

let server: Server;
test.beforeAll(async () => {
  server = await Server.start();
});
test.afterAll(() => server.stop());

const editions = ['USA', 'USA 2025', 'USA Mega', 'Europe', 'Märklin'];
const ways: readonly { hands: Hands; width: number; height: number }[] = [
  { hands: 'mouse', width: 1440, height: 900 },
  { hands: 'keys', width: 1024, height: 768 },
  { hands: 'finger', width: 390, height: 844 },
];

for (const { hands, width, height } of ways) {
  test.describe(`with ${hands}, ${width} pixels wide`, () => {
    test.use({
      viewport: { width, height },
      // Fewer points to paint: it is quicker, and nothing is laid out differently.
      deviceScaleFactor: 0.5,
      hasTouch: hands === 'finger',
      contextOptions: { reducedMotion: 'reduce' },
    });
    for (const edition of editions) {
      test(edition, async ({ page }, info) => {
        const noErrors = watchForErrors(page);
        await page.goto(server.address);
        const person = new Person(page, { hands });
        await page
          .getByRole('radio', { name: new RegExp(`^(✓ )?${edition} (?!2025|Mega)`) })
          .check({ force: true });
        await page.getByRole('radio', { name: '1', exact: true }).check({ force: true });
        await person.press(person.button(person.words.start.playNow));
        await person.playToTheEnd(async (turn) => {
          if (turn === 25) await page.screenshot({ path: info.outputPath('middle.png') });
        });
        await page.screenshot({ path: info.outputPath('end.png') });
        const score = page.getByRole('dialog', { name: person.words.score.title });
        await expect(
          score.getByRole('row', { name: new RegExp(`^${person.words.score.total}`) }),
        ).toBeVisible();
        console.log(`${edition}, ${hands}:`, Object.fromEntries(person.done));
        expect(person.done.get('claim') ?? 0).toBeGreaterThan(3);
        noErrors();
      });
    }
  });
}
