// Looking at games again: of the server, records from disk, logs of old programs, and files that are none of these.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { dictionaries } from '../src/words';
import { Person, watchForErrors } from './support/person';
import { Server } from './support/server';

let server: Server;
test.beforeAll(async () => {
  server = await Server.start('--log', 'logs');
});
test.afterAll(() => server.stop());
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const { replay, score } = dictionaries.en;
const fixture = (name: string) => `../tests/fixtures/${name}.jsonl`;
const place = (page: Page) => page.getByRole('slider');
const at = async (page: Page) => Number(await place(page).inputValue());

async function open(
  page: Page,
  files: string | { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  await page.goto(`${server.address}/replay`);
  await page.locator('input[type=file]').setInputFiles(files);
}

for (const name of [
  'usa-2004-5p-last-round',
  'usa-mega-2p-last-round',
  'europe-2p-last-round',
  'maerklin-2p-last-round',
]) {
  test(`${name}: keys, step by step to the end`, async ({ page }) => {
    const noErrors = watchForErrors(page);
    await open(page, fixture(name));
    await expect(place(page)).toBeVisible();
    await page.keyboard.press('Home');
    expect(await at(page)).toBe(0);
    await page.keyboard.press('ArrowRight');
    const one = await at(page);
    expect(one).toBeGreaterThan(0);
    await page.keyboard.press('ArrowRight');
    const two = await at(page);
    expect(two).toBeGreaterThan(one);
    await page.keyboard.press('ArrowLeft');
    expect(await at(page)).toBe(one);
    await page.keyboard.press('ArrowDown');
    expect(await at(page)).toBeGreaterThan(two);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: replay.pause })).toBeVisible();
    const playing = await at(page);
    await expect.poll(() => at(page)).toBeGreaterThan(playing);
    await page.keyboard.press('Space');
    await page.keyboard.press('End');
    // The key of chance, which may stand last, is no place to stop at.
    expect(await at(page)).toBeGreaterThanOrEqual(Number(await place(page).getAttribute('max')) - 1);
    await expect(page.getByRole('row', { name: new RegExp(`^${score.total}`) }).first()).toBeVisible();
    // The same points as on record.
    const lines = readFileSync(fixture(name), 'utf8').split('\n').filter(Boolean);
    const end = lines
      .map((line) => JSON.parse(line) as { kind?: string; scores?: { total: number }[] })
      .find(({ kind }) => kind === 'end');
    const row = await page
      .getByRole('row', { name: new RegExp(`^${score.total}`) })
      .first()
      .getByRole('cell')
      .allTextContents();
    expect(row.map(Number)).toEqual(end?.scores?.map(({ total }) => total));
    noErrors();
  });
}

test('through one player’s eyes the others’ cards are hidden', async ({ page }) => {
  await open(page, fixture('europe-2p-last-round'));
  await place(page).focus();
  await page.keyboard.press('End');
  for (let i = 0; i < 6; i++) await page.keyboard.press('ArrowLeft');
  const seen = page.getByLabel(replay.viewpoint);
  const options = await seen.locator('option').allTextContents();
  expect(options.length).toBeGreaterThanOrEqual(4);
  const unknown = page.getByRole('img', { name: /unknown/ });
  await seen.selectOption({ label: replay.viewAll });
  await expect(unknown).toHaveCount(0);
  const here = await at(page);
  await seen.selectOption({ label: replay.viewPublic });
  expect(await at(page)).toBe(here);
});

test('a game just played: from the score to its replay, a link to a step, its log of protocol v0.9', async ({
  page,
  browser,
}) => {
  const noErrors = watchForErrors(page);
  await page.goto(server.address);
  await page.getByRole('radio', { name: /^(✓ )?USA (?!2025|Mega)/ }).check({ force: true });
  await page.getByRole('button', { name: 'Play now' }).click();
  const person = new Person(page, { hands: 'mouse' });
  await page.locator('.prompt').waitFor();
  for (let i = 0; i < 6; i++) {
    await expect(page.locator('.prompt')).toContainText(person.words.table.yourTurn);
    await person.decide();
  }
  await page.getByRole('button', { name: person.words.table.resign, exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: person.words.table.resign, exact: true })
    .click();
  await page.getByRole('link', { name: person.words.table.toReplay }).click();
  await expect(place(page)).toBeVisible();
  await page.keyboard.press('Home');
  for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowRight');
  const here = await at(page);
  await expect(page).toHaveURL(/step=\d+/);
  const other = await (await browser.newContext({ locale: 'en-US' })).newPage();
  await other.goto(page.url());
  await expect.poll(() => at(other)).toBe(here);
  await other.context().close();

  // What old programs write can be looked at too.
  const folder = join(server.folder, 'logs');
  const log = readdirSync(folder)[0];
  if (!log) throw new Error('the server wrote no log');
  await open(page, join(folder, log));
  await expect(place(page)).toBeVisible();
  await page.keyboard.press('End');
  expect(await at(page)).toBeGreaterThan(20);
  noErrors();
});

test('what is no game is refused with a reason', async ({ page }) => {
  const file = (text: string) => ({ name: 'game.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  for (const text of [
    '',
    'hello',
    '{"fogg":"record","format":99}\n',
    '{"a":'.repeat(9999),
    '\u0000\uffff<script>',
  ]) {
    await open(page, file(text));
    await expect(page.getByRole('alert')).not.toHaveText('');
    await expect(place(page)).toHaveCount(0);
  }
  // Cut in the middle it plays as far as it goes, and says so.
  const whole = readFileSync(fixture('usa-2004-2p-last-round'), 'utf8');
  await open(page, file(whole.slice(0, whole.length * 0.6)));
  await expect(place(page)).toBeVisible();
  await expect(page.getByText(replay.playedSoFar)).toBeVisible();
});
