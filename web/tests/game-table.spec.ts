// What a table offers besides the moves themselves: hints, taking back, dragging, cancelling, reasons, chat, clock, giving up.
import { expect, type Locator, type Page, test } from '@playwright/test';
import { Person, watchForErrors } from './support/person';
import { Server } from './support/server';

let server: Server;
test.beforeAll(async () => {
  server = await Server.start();
});
test.afterAll(() => server.stop());
test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } });

async function gameAgainstBot(page: Page): Promise<Person> {
  const person = new Person(page, { hands: 'mouse' });
  await page.goto(server.address);
  await page.getByRole('radio', { name: /^(✓ )?USA (?!2025|Mega)/ }).check({ force: true });
  await page.getByRole('radio', { name: '1', exact: true }).check({ force: true });
  await person.button(person.words.start.playNow).click();
  await myTurn(person);
  await person.decide();
  await myTurn(person);
  return person;
}

const myTurn = (person: Person) =>
  expect(person.page.locator('.prompt')).toContainText(person.words.table.yourTurn);

/** Several turns on there are routes to choose from. */
async function drawCards(person: Person, turns: number): Promise<void> {
  for (let i = 0; i < 2 * turns; i++) {
    await myTurn(person);
    await person.page.locator(`button[aria-label$="${person.words.table.drawBlind}"]`).click();
  }
  await myTurn(person);
}

const handSize = async (page: Page) =>
  Number(await page.getByRole('region', { name: 'Your cards' }).locator('h2 .numbers').textContent());

test('a hint says what and why and can be followed; a move can be taken back', async ({ page }) => {
  const noErrors = watchForErrors(page);
  const person = await gameAgainstBot(page);
  const { table } = person.words;
  const before = await handSize(page);
  const log = page.getByRole('log', { name: table.log });
  const lines = await log.getByRole('listitem').count();
  await page.getByRole('button', { name: table.hint, exact: true }).click();
  const hint = page.locator('.hint');
  await expect(hint).toContainText('A hint of the bot');
  // What to do, in bold, and at least one reason behind it.
  expect(((await hint.locator('b').textContent()) ?? '').length).toBeGreaterThan(3);
  expect(await hint.locator('p').nth(1).textContent()).toMatch(/\. .+\./);
  await hint.getByRole('button', { name: table.doIt }).click();
  await expect(hint).toBeHidden();
  await expect.poll(() => log.getByRole('listitem').count()).toBeGreaterThan(lines);
  await myTurn(person);

  await page.getByRole('button', { name: table.undo, exact: true }).click();
  await expect(log).toContainText('takes back');
  await myTurn(person);
  await expect.poll(() => handSize(page)).toBe(before);
  noErrors();
});

/** The middle of what glows on the map, on the screen. */
const middleOf = (glow: Locator) =>
  glow.evaluate((path) => {
    const line = path as SVGPathElement;
    const middle = line.getPointAtLength(line.getTotalLength() / 2);
    const { x, y } = middle.matrixTransform(line.getScreenCTM() as DOMMatrix);
    return { x, y };
  });

test('cards are dragged onto a route; a card let go elsewhere stays in the hand', async ({ page }) => {
  const noErrors = watchForErrors(page);
  const person = await gameAgainstBot(page);
  const { words } = person;
  await drawCards(person, 3);
  const glow = page.locator('.glow path');
  const all = await glow.count();
  expect(all).toBeGreaterThan(0);
  const cards = page.locator('[data-hand]');
  let tried = 0;
  for (let i = 0; i < (await cards.count()); i++) {
    // Where a card can be used glows while it is pointed at.
    await cards.nth(i).hover();
    if ((await glow.count()) === 0) continue;
    const { x, y } = await middleOf(glow.first());
    const size = await handSize(page);

    await page.mouse.down();
    await page.mouse.move(720, 8, { steps: 5 });
    await page.mouse.up();
    await expect(page.locator('.panel[role="dialog"]')).toBeHidden();
    expect(await handSize(page)).toBe(size);

    await cards.nth(i).hover();
    await page.mouse.down();
    await page.mouse.move(x, y, { steps: 8 });
    await page.mouse.up();
    tried += 1;
    const question = page.locator('.panel[role="dialog"]');
    await expect.poll(async () => (await question.isVisible()) || (await handSize(page)) < size).toBe(true);
    await person.choosePayment();
    await expect.poll(() => handSize(page)).toBeLessThan(size);
    await expect(page.getByRole('log', { name: words.table.log })).toContainText('claims');
    break;
  }
  expect(tried).toBe(1);
  noErrors();
});

test('a choice of payments is cancelled by key and by button, and nothing has happened', async ({ page }) => {
  const noErrors = watchForErrors(page);
  const person = await gameAgainstBot(page);
  const { words } = person;
  const question = page.locator('.panel[role="dialog"]');
  await drawCards(person, 5);
  let cancelled = 0;
  for (let turn = 0; turn < 12 && cancelled === 0; turn++) {
    await drawCards(person, 1);
    const gray = page.locator(`[role="button"][aria-label*="gray"][aria-label*="${words.table.canClaim}"]`);
    for (let i = 0; i < Math.min(await gray.count(), 4) && cancelled === 0; i++) {
      const size = await handSize(page);
      const name = (await gray.nth(i).getAttribute('aria-label')) ?? '';
      // From the keyboard, as cars may lie below a label.
      await gray.nth(i).focus();
      await page.keyboard.press('Enter');
      await expect.poll(async () => (await question.isVisible()) || (await handSize(page)) < size).toBe(true);
      // There was nothing to choose: it is claimed.
      if (!(await question.isVisible())) break;
      await page.keyboard.press('Escape');
      await expect(question).toBeHidden();
      const route = page.locator(`[role="button"][aria-label="${name}"]`);
      await route.focus();
      await page.keyboard.press('Enter');
      await question.getByRole('button', { name: words.common.cancel }).click();
      await expect(question).toBeHidden();
      await myTurn(person);
      expect(await handSize(page)).toBe(size);
      await expect(route).toHaveCount(1);
      cancelled += 1;
    }
  }
  expect(cancelled).toBe(1);
  noErrors();
});

test('why a route cannot be claimed is said under the pointer and to the keyboard', async ({ page }) => {
  const noErrors = watchForErrors(page);
  const person = await gameAgainstBot(page);
  const { table } = person.words;
  // The longest routes need more cards than a hand has at the beginning.
  const free = `:not([aria-label*="${table.canClaim}"]):not([aria-label*="owned by"])`;
  const long = page.locator(`[role="button"][aria-label*="length 6"]${free}`);
  await long.first().locator('.slot').nth(2).hover();
  const tip = page.locator('.board [role="tooltip"]');
  await expect(tip).toBeVisible();
  await expect(tip).toContainText(/cards|locomotive/);
  await page.mouse.move(5, 5);
  await expect(tip).toBeHidden();
  await page.locator('[data-city][tabindex="0"], [data-route][tabindex="0"]').first().focus();
  // From city to route to city, until it is one that nobody has and that cannot be claimed.
  for (let i = 0; i < 30; i++) {
    await page.keyboard.press(i % 3 === 0 ? '.' : 'ArrowRight');
    const focused = page.locator('[data-route]:focus');
    if ((await focused.count()) === 0) continue;
    const label = (await focused.getAttribute('aria-label')) ?? '';
    if (label.includes(table.canClaim) || label.includes('owned by')) continue;
    await expect(tip).toBeVisible();
    expect(label.length).toBeGreaterThan(20);
    expect(label).toMatch(/cards|locomotive/);
    noErrors();
    return;
  }
  throw new Error('the keys lead to no route that cannot be claimed');
});

test('a clock runs where one was asked for; chat can be switched off; giving up ends the game', async ({
  page,
}) => {
  const noErrors = watchForErrors(page);
  await page.goto(server.address);
  const person = new Person(page, { hands: 'mouse' });
  const { table, settings } = person.words;
  await page.getByRole('button', { name: 'New table …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('2', { exact: true }).first().click();
  await page.getByRole('combobox', { name: 'Seat 2', exact: true }).selectOption('bot');
  await dialog.getByLabel('Time for a decision').selectOption('120');
  await dialog.getByRole('button', { name: 'Open the table' }).click();
  await myTurn(person);
  const clock = page.locator('.clock').filter({ hasText: / s left/ });
  const seconds = async () => Number.parseInt((await clock.first().textContent()) ?? '', 10);
  const first = await seconds();
  expect(first).toBeGreaterThan(60);
  expect(first).toBeLessThanOrEqual(120);
  await expect.poll(seconds, { timeout: 10_000 }).toBeLessThan(first);

  const chat = page.locator('summary').filter({ hasText: table.chat });
  await expect(chat).toBeVisible();
  await page.getByRole('button', { name: settings.title }).click();
  await dialog.getByRole('group', { name: settings.chat }).getByText(settings.hide).click();
  await page.keyboard.press('Escape');
  await expect(chat).toBeHidden();

  await page.getByRole('button', { name: table.resign }).click();
  await page.getByRole('dialog').getByRole('button', { name: person.words.common.cancel }).click();
  await myTurn(person);
  await page.getByRole('button', { name: table.resign }).click();
  await page.getByRole('dialog').getByRole('button', { name: table.resign }).click();
  await expect(page.getByRole('dialog', { name: person.words.score.title })).toBeVisible();
  noErrors();
});
