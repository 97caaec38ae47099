// A bad line: the connection is cut again and again, and once the server is killed. Nothing is lost, nothing happens twice.
import { expect, test } from '@playwright/test';
import { Cutter } from './support/cutter';
import { Person } from './support/person';
import { Server } from './support/server';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

interface Line {
  readonly kind?: string;
  readonly actor?: number | null;
}

test('a whole game over a line that breaks', async ({ page }) => {
  const server = await Server.start();
  const cutter = await Cutter.before(server.address);
  await page.goto(cutter.address);
  const person = new Person(page, { hands: 'mouse', badLine: true });
  await page.getByRole('radio', { name: /^(✓ )?USA (?!2025|Mega)/ }).check({ force: true });
  await page.getByRole('radio', { name: '1', exact: true }).check({ force: true });
  await person.press(person.button(person.words.start.playNow));
  const id = async (): Promise<number> => {
    const games = (await (await fetch(`${server.address}/api/games`)).json()) as { games: { id: number }[] };
    return games.games[0]?.id ?? 0;
  };

  // At some decisions the line breaks just before, at some while the move is on its way, at some it stays away for a while.
  await person.playToTheEnd(async (turn) => {
    if (turn % 4 === 1) setTimeout(() => cutter.cut(), 5 * ((turn * 7) % 23));
    if (turn % 11 === 5) {
      cutter.block(true);
      await expect(page.getByText(person.words.net.lost)).toBeVisible();
      cutter.block(false);
      await expect(page.getByText(person.words.net.lost)).toBeHidden();
      await expect(page.locator('.prompt')).toContainText(person.words.table.yourTurn);
    }
    if (turn === 20) {
      await server.restart();
      await expect(page.locator('.prompt')).toContainText(person.words.table.yourTurn);
    }
  });

  const record = await (await fetch(`${server.address}/api/games/${await id()}/record`)).text();
  const lines = record
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
  const mine = lines.filter((line) => line.kind === 'action' && line.actor === 0).length;
  // A click that fell into the moment when the line broke did nothing; but none counted twice.
  const sent = [...person.done.values()].reduce((sum, n) => sum + n, 0);
  expect(mine).toBeLessThanOrEqual(sent);
  expect(mine).toBeGreaterThan(sent * 0.8);

  // What the page has pieced together is what somebody sees who opens it now.
  const text = async () => (await page.getByRole('row').allInnerTexts()).join('\n');
  await page.waitForTimeout(500);
  const before = await text();
  await page.reload();
  await expect(page.getByRole('dialog', { name: person.words.score.title })).toBeVisible();
  await expect.poll(text).toBe(before);
  cutter.stop();
  await server.stop();
});
