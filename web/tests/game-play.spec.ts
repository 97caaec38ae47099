// Whole games against bots, each edition, by mouse, by keyboard and with a finger on a small screen.
import { expect, type Page, test } from '@playwright/test';
import { type Hands, Person, watchForErrors } from './support/person';
import { Server } from './support/server';

let server: Server;
test.beforeAll(async () => {
  server = await Server.start();
});
test.afterAll(() => server.stop());

const editions = ['USA', 'USA 2025', 'USA Mega', 'Europe', 'Märklin'];
// Only found when setting up a table.
const rare = 'USA (2010)';

async function begin(page: Page, person: Person, edition: string): Promise<void> {
  const text = person.words.start;
  if (edition === rare) {
    await person.press(page.getByRole('button', { name: text.create }).first());
    const form = page.getByRole('dialog', { name: text.create });
    await form.getByRole('combobox', { name: text.edition }).selectOption(edition);
    await form.getByRole('radio', { name: '2', exact: true }).check({ force: true });
    await form.getByRole('combobox', { name: text.seat(2), exact: true }).selectOption('bot');
    await person.press(person.button(text.createNow));
    return;
  }
  await page
    .getByRole('radio', { name: new RegExp(`^(✓ )?${edition} (?!2025|Mega)`) })
    .check({ force: true });
  await page.getByRole('radio', { name: '1', exact: true }).check({ force: true });
  await person.press(person.button(text.playNow));
}
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
    for (const edition of [...editions, rare]) {
      test(edition, async ({ page }, info) => {
        const noErrors = watchForErrors(page);
        await page.goto(server.address);
        const person = new Person(page, { hands });
        await begin(page, person, edition);
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
