// The start page and the rules, as a person meets them: into a game with a click or two, and usable by everybody.
import { expect, type Page, test } from '@playwright/test';
import { violations } from './support/axe';
import { Server } from './support/server';

let server: Server;

test.beforeAll(async () => {
  server = await Server.start();
});
test.afterAll(async () => {
  await server.stop();
});

const keptSeats = (page: Page) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('fogg.seats') ?? '[]') as unknown[]).length);

test('one click leads into a game, two into one of another edition', async ({ page }) => {
  await page.goto(server.address);
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(page).toHaveURL(/\/table\/[A-Z]{4}$/);
  // The seat went from one page to the other without a gap.
  await expect(page.getByRole('log')).toContainText('begins');
  await expect(page.getByRole('log')).not.toContainText('lost the connection');
  await page.goto(server.address);
  await page.getByText('USA 2025').click();
  await page.getByRole('button', { name: 'Play now' }).click();
  await expect(page).toHaveURL(/\/table\/[A-Z]{4}$/);
  await page.goto(server.address);
  await expect(page.getByRole('link', { name: /^Go on: USA 2025/ })).toBeVisible();
  await expect(page.getByRole('radio', { name: /USA 2025/ })).toBeChecked();
});

test('a table with a friend at this screen, and one that somebody joins with its code', async ({
  browser,
  page,
}) => {
  await page.goto(server.address);
  await page.getByRole('button', { name: 'New table …' }).click();
  await page.getByRole('combobox', { name: 'Seat 2', exact: true }).selectOption('friend');
  await page.getByRole('textbox', { name: 'Name at seat 2' }).fill('Player');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await expect(page.getByRole('alert')).toHaveText('Someone at the table has this name already.');
  await page.getByRole('textbox', { name: 'Name at seat 2' }).fill('Bob');
  await page.getByRole('button', { name: 'Open the table' }).click();
  await expect(page).toHaveURL(/\/table\//);
  expect(await keptSeats(page)).toBe(2);

  await page.goto(server.address);
  await page.getByRole('button', { name: 'New table …' }).click();
  await page.getByRole('button', { name: 'Open the table' }).click();
  await expect(page).toHaveURL(/\/table\//);
  const code = page.url().slice(-4);
  const guest = await (await browser.newContext()).newPage();
  await guest.goto(server.address);
  await expect(guest.getByRole('button', { name: `Join table ${code}` })).toBeVisible();
  const form = guest.getByRole('region', { name: 'Join with a code' });
  await form.getByRole('textbox', { name: 'Code of the table' }).fill('QQQQ');
  await form.getByRole('button', { name: 'Join' }).click();
  await expect(form.getByRole('alert')).toHaveText('There is no such table.');
  await form.getByRole('textbox', { name: 'Code of the table' }).fill(code.toLowerCase());
  await form.getByRole('textbox', { name: 'Your name' }).fill('Zoë');
  await form.getByRole('button', { name: 'Join' }).click();
  await expect(guest).toHaveURL(new RegExp(`/table/${code}$`));
  await guest.context().close();
});

for (const theme of ['light', 'dark'])
  for (const language of ['en', 'de'])
    test(`nothing for axe to find: ${theme}, ${language}`, async ({ page }) => {
      await page.addInitScript((kept) => localStorage.setItem('fogg.settings', JSON.stringify(kept)), {
        theme,
        language,
      });
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 });
        await page.goto(server.address);
        await expect(page.locator('.connection.open')).toBeVisible();
        expect(await violations(page)).toEqual([]);
        await page.getByRole('button', { name: /(New table|Neuer Tisch) …/ }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        expect(await violations(page)).toEqual([]);
        await page.goto(`${server.address}/rules/maerklin`);
        await expect(page.getByRole('article')).toBeVisible();
        expect(await violations(page)).toEqual([]);
        const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overhang).toBeLessThanOrEqual(0);
      }
    });
