// People with people: two browsers against each other while a third one watches; names and lines that want to be more than text.
import { type Browser, expect, type Page, test } from '@playwright/test';
import { Person, watchForErrors } from './support/person';
import { Server } from './support/server';

let server: Server;
test.beforeAll(async () => {
  server = await Server.start();
});
test.afterAll(() => server.stop());

const EVIL = '<img src=x onerror=alert(1)>';

async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-US' });
  return context.newPage();
}

/** One seat for me, one for somebody else. */
async function openTable(page: Page, edition: string, name: string): Promise<string> {
  await page.goto(server.address);
  await page.getByRole('button', { name: 'New table …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Edition').selectOption({ label: edition });
  await dialog.getByRole('textbox', { name: 'Your name' }).fill(name);
  await dialog.getByText('2', { exact: true }).first().click();
  await dialog.getByRole('button', { name: 'Open the table' }).click();
  await expect(page).toHaveURL(/\/table\/[A-Z]{4}$/);
  return page.url().slice(-4);
}

async function joinByLink(page: Page, code: string, name: string): Promise<void> {
  await page.goto(`${server.address}/table/${code}`);
  await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await page.getByRole('button', { name: 'Join' }).click();
}

test('two browsers play a game to its end, a third one watches and looks back', async ({ browser }) => {
  const [ann, bob, eve] = [await newPage(browser), await newPage(browser), await newPage(browser)];
  const checks = [ann, bob, eve].map(watchForErrors);
  const code = await openTable(ann, 'USA', 'Ann');
  await joinByLink(bob, code, 'Bob');
  await eve.goto(`${server.address}/watch/${code}`);
  const persons = [new Person(ann, { hands: 'mouse' }), new Person(bob, { hands: 'mouse' })];

  await expect(eve.getByRole('log')).toBeVisible();
  await Promise.all([
    ...persons.map((person) => person.playToTheEnd()),
    (async () => {
      // Some turns on she goes back, and stays there whatever happens meanwhile.
      const { watch } = persons[0]?.words ?? { watch: null };
      if (!watch) return;
      const place = eve.getByRole('slider');
      await expect
        .poll(async () => Number(await place.inputValue()), { timeout: 180_000 })
        .toBeGreaterThan(30);
      await place.focus();
      await eve.keyboard.press('Home');
      const at = await place.inputValue();
      await expect(eve.getByRole('button', { name: watch.toNow })).toBeVisible();
      await expect(eve.getByText(/behind/)).toBeVisible();
      await eve.waitForTimeout(3000);
      expect(await place.inputValue()).toBe(at);
      await eve.getByRole('button', { name: watch.toNow }).click();
      expect(Number(await place.inputValue())).toBeGreaterThan(30);
    })(),
  ]);
  const total = async (page: Page) =>
    page
      .getByRole('row', { name: /^Total/ })
      .first()
      .textContent();
  expect(await total(bob)).toBe(await total(ann));
  await expect.poll(() => total(eve)).toBe(await total(ann));
  // Both go on to the same new table.
  await ann.getByRole('button', { name: 'Play again' }).click();
  await bob.getByRole('button', { name: 'To the new table' }).click();
  await expect(ann.locator('.prompt')).toContainText('tickets');
  expect(new URL(bob.url()).pathname).toBe(new URL(ann.url()).pathname);
  for (const check of checks) check();
  for (const page of [ann, bob, eve]) await page.context().close();
});

test('names and chat are text, whatever is in them', async ({ browser }) => {
  const [ann, bob, eve] = [await newPage(browser), await newPage(browser), await newPage(browser)];
  const alerts: string[] = [];
  for (const page of [ann, bob, eve]) {
    page.on('dialog', (dialog) => {
      alerts.push(dialog.message());
      void dialog.dismiss();
    });
  }
  const checks = [ann, bob, eve].map(watchForErrors);
  const code = await openTable(ann, 'Europe', EVIL);
  await joinByLink(bob, code, '"><script>alert(2)</script>');
  await eve.goto(`${server.address}/watch/${code}`);
  for (const page of [ann, bob, eve]) {
    await expect(page.getByText(EVIL).first()).toBeVisible();
    await expect(page.getByText('"><script>alert(2)</script>').first()).toBeVisible();
    expect(await page.locator('img[src="x"]').count()).toBe(0);
  }
  await ann.getByText('Chat', { exact: true }).click();
  await bob.getByText('Chat', { exact: true }).click();
  const line = '{{7*7}} <svg onload=alert(3)> javascript:alert(4) \u202Eabc';
  await ann.getByRole('textbox', { name: 'What you want to say' }).fill(line);
  await ann.keyboard.press('Enter');
  await expect(bob.getByText(line)).toBeVisible();
  await ann.goto(server.address);
  await expect(ann.getByText(EVIL).first()).toBeVisible();
  expect(alerts).toEqual([]);
  for (const check of checks) check();
  for (const page of [ann, bob, eve]) await page.context().close();
});

test('friends at one screen pass it on, and nobody sees the other hand', async ({ browser }) => {
  const page = await newPage(browser);
  await page.goto(server.address);
  await page.getByRole('button', { name: 'New table …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Your name' }).fill('Ann');
  await dialog.getByText('2', { exact: true }).first().click();
  await page.getByRole('combobox', { name: 'Seat 2', exact: true }).selectOption('friend');
  await page.getByRole('textbox', { name: 'Name at seat 2' }).fill('Bob');
  await dialog.getByRole('button', { name: 'Open the table' }).click();
  await expect(page).toHaveURL(/\/table\//);
  const person = new Person(page, { hands: 'mouse' });
  const seen = new Set<string>();
  for (let i = 0; i < 8; i++) {
    const curtain = page.getByRole('button', { name: /^I am / });
    await page.locator('.prompt').or(curtain).first().waitFor();
    if (await curtain.isVisible()) {
      seen.add((await curtain.textContent()) ?? '');
      await curtain.click();
    }
    await expect(page.locator('.prompt')).toContainText(person.words.table.yourTurn);
    await person.decide();
  }
  expect([...seen].sort()).toEqual(['I am Ann', 'I am Bob']);
  await page.context().close();
});
