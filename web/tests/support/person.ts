// Somebody who plays. Knows only what the page shows or says, and acts only with mouse, keys or a finger.
import { expect, type Locator, type Page } from '@playwright/test';
import type { Words } from '../../src/words';
import { dictionaries } from '../../src/words';

export type Hands = 'mouse' | 'keys' | 'finger';

export interface Habits {
  readonly hands: Hands;
  readonly language?: 'en' | 'de';
  /** The line may break at any moment, and with it what a click was meant for. */
  readonly badLine?: boolean;
}

const MOST_TABS = 120;

export class Person {
  readonly page: Page;
  readonly words: Words;
  private readonly hands: Hands;
  /** For choices that should vary from turn to turn; the same in every run. */
  private decisions = 0;
  /** Decisions that were sent, by kind. */
  readonly done = new Map<string, number>();

  private readonly badLine: boolean;

  constructor(page: Page, { hands, language = 'en', badLine = false }: Habits) {
    this.page = page;
    this.badLine = badLine;
    this.words = dictionaries[language];
    this.hands = hands;
  }

  // Asking for roles makes the browser work out the names of everything on the map each time; what follows finds the same things.
  /** A button by the words on it. */
  button(text: string): Locator {
    return this.page.locator('button').filter({ hasText: new RegExp(`^\\s*${escaped(text)}\\s*$`) });
  }

  /** Places of the map that are said to be like this. */
  private places(text: string): Locator {
    return this.page.locator(`[role="button"][aria-label*="${text}"]`);
  }

  /** Uses something that can be seen. */
  async press(what: Locator): Promise<void> {
    if (this.hands === 'keys') {
      await this.reach(what);
      await this.page.keyboard.press('Enter');
    } else if (this.hands === 'finger') await what.tap();
    else await what.click();
  }

  /** Goes from stop to stop, the shorter way, until it has the focus. */
  private async reach(what: Locator): Promise<void> {
    for (let tries = 0; tries < 5; tries++) {
      const away = await what.evaluate((element) => {
        const stops = [
          ...document.querySelectorAll<HTMLElement | SVGElement>(
            'a[href], button, input, select, summary, [tabindex]',
          ),
        ];
        // Of choices that belong together the keyboard stops at the chosen one.
        const open = stops.filter(
          (one) =>
            one.tabIndex >= 0 &&
            !one.matches(':disabled, [type="radio"]:not(:checked)') &&
            one.getClientRects().length > 0,
        );
        return open.indexOf(element as HTMLElement) - open.indexOf(document.activeElement as HTMLElement);
      });
      if (away === 0) return;
      for (let i = 0; i < Math.abs(away); i++) await this.page.keyboard.press(away > 0 ? 'Tab' : 'Shift+Tab');
      if (await what.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`the keyboard does not get to ${what}`);
  }

  /** A route or city of the map. */
  private async pressOnMap(what: Locator): Promise<void> {
    if (this.hands === 'keys') {
      await this.toMap();
      // Page Down goes through all that can be chosen now.
      for (let i = 0; i < MOST_TABS; i++) {
        await this.page.keyboard.press('PageDown');
        if (await what.evaluate((element) => element === document.activeElement)) {
          await this.page.keyboard.press('Enter');
          return;
        }
      }
      throw new Error(`the keyboard does not get to ${what}`);
    }
    if (this.hands === 'mouse') return (await this.freeSpot(what)).click();
    // On a small screen the first tap comes closer.
    const whole = this.page.locator(`button[aria-label="${this.words.board.zoomAll}"]`);
    if ((await whole.isVisible()) && (await whole.isEnabled())) await whole.tap();
    const before = await this.prompt();
    await (await this.freeSpot(what)).tap();
    await this.page.waitForTimeout(150);
    if ((await this.prompt()) === before && !(await this.question().isVisible()))
      await (await this.freeSpot(what)).tap();
  }

  /** One of its cars, or its dot, that nothing covers. */
  private async freeSpot(what: Locator): Promise<Locator> {
    const spots = what.locator('.slot, .dot, circle');
    const free = await spots.evaluateAll((all) =>
      all.findIndex((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        const seen = document.elementFromPoint(x + width / 2, y + height / 2);
        return seen !== null && one.closest('[role="button"]')?.contains(seen);
      }),
    );
    return spots.nth(Math.max(0, free));
  }

  /** What is asked over the map: how to pay, for example. The final score is no question. */
  private question(): Locator {
    return this.page
      .locator('.panel[role="dialog"]')
      .filter({ has: this.page.getByRole('group').or(this.button(this.words.table.startJourney)) });
  }

  private async toMap(): Promise<void> {
    const onMap = () =>
      this.page.evaluate(() => document.activeElement?.closest('svg .board, .board svg, svg') !== null);
    for (let i = 0; i < MOST_TABS && !(await onMap()); i++) await this.page.keyboard.press('Tab');
  }

  async prompt(): Promise<string> {
    return (await this.page.locator('.prompt').textContent({ timeout: 20_000 })) ?? '';
  }

  private count(what: string): void {
    this.done.set(what, (this.done.get(what) ?? 0) + 1);
  }

  /** Until the final score is shown. */
  async playToTheEnd(onturn?: (turn: number) => Promise<void>): Promise<void> {
    const score = this.page.getByRole('dialog', { name: this.words.score.title });
    const { table } = this.words;
    const mine = this.page
      .locator('.prompt')
      .filter({ hasText: new RegExp(`^(${table.yourTurn}|${table.journeyNext})`) });
    for (let turn = 0; turn < 600; turn++) {
      await score.or(mine).first().waitFor({ timeout: 60_000 });
      if (await score.isVisible()) return;
      await onturn?.(turn);
      await this.decide().catch((error: Error) => {
        // What was to be clicked is gone because the line broke.
        if (!this.badLine || error.name !== 'TimeoutError') throw error;
      });
    }
    throw new Error('the game does not end');
  }

  /** One decision, whatever is asked. */
  async decide(): Promise<void> {
    const { table, phase } = this.words;
    const prompt = await this.prompt();
    this.decisions += 1;
    if (prompt.startsWith(table.journeyNext)) return this.travel();
    switch (prompt.slice(`${table.yourTurn}: `.length)) {
      case phase.mix:
        return this.press(
          this.page.getByRole('dialog', { name: table.chooseMix }).getByRole('button').first(),
        );
      case phase.start:
      case phase.choose:
        return this.keepTickets();
      case phase.second:
        return this.takeCard();
      case phase.tunnel:
        return this.settleTunnel();
      case phase.place:
        return this.placePassenger();
      case phase.turn:
        return this.takeTurn();
      default:
        // It was somebody else's turn by the time it was read.
        return;
    }
  }

  private async keepTickets(): Promise<void> {
    this.count('tickets');
    const { table } = this.words;
    const offer = this.page.getByRole('region', { name: table.chooseTickets });
    const tickets = offer.getByRole('listitem').getByRole('button');
    const all = await tickets.count();
    for (let i = 0; i < all; i++) {
      await this.press(tickets.nth(i));
      const keep = offer.getByRole('button', { name: table.keepThese(i + 1), exact: true });
      if (await keep.isVisible()) return this.press(keep);
    }
    throw new Error('no choice of tickets is allowed');
  }

  private async takeCard(): Promise<void> {
    this.count('cards');
    const { table } = this.words;
    const enabled = (name: string) =>
      this.page.locator(`button[aria-label${name}]:not([aria-disabled="true"])`);
    const deck = enabled(`$="${table.drawBlind}"`);
    const row = enabled(`^="${table.takeCard('').trim()}"`);
    if (this.decisions % 3 === 0 && (await row.count()) > 0) return this.press(row.first());
    if ((await deck.count()) > 0) return this.press(deck);
    if ((await row.count()) > 0) return this.press(row.first());
    const tickets = enabled(`$="${table.drawTickets}"`);
    if ((await tickets.count()) > 0) return this.press(tickets);
    // Nothing can be taken: the line broke in this moment.
  }

  private async takeTurn(): Promise<void> {
    const { table } = this.words;
    if (await this.button(table.pass).isVisible()) return this.press(this.button(table.pass));
    if (this.decisions === 12 && (await this.tryStation())) return;
    if (this.decisions % 17 === 0 && (await this.tryJourney())) return;
    const route = await this.bestRoute();
    if (!route) return this.takeCard();
    this.count('claim');
    await this.pressOnMap(route);
    await this.choosePayment();
  }

  /** The longest route that can be claimed, if it is long enough to be worth it. */
  private async bestRoute(): Promise<Locator | null> {
    const claimable = this.places(this.words.table.canClaim);
    const names = await claimable.evaluateAll((all) =>
      all.map((one) => one.getAttribute('aria-label') ?? ''),
    );
    const lengths = names.map((name) => Number(/\d+/.exec(name)?.[0] ?? 0));
    const longest = Math.max(0, ...lengths);
    const cards = Number(
      /\d+/.exec(
        (await this.page
          .getByRole('region', { name: this.words.table.hand })
          .getByRole('heading')
          .textContent()) ?? '',
      )?.[0],
    );
    if (longest === 0 || (longest < 3 && cards < 8)) return null;
    const name = names[lengths.indexOf(longest)];
    return name === undefined ? null : this.page.locator(`[role="button"][aria-label="${name}"]`);
  }

  /** Takes the first of the payments on offer, if there is a choice: a color, then how many locomotives. */
  async choosePayment(): Promise<void> {
    const groups = this.question().getByRole('group');
    // The next question may come at once: a tunnel, which has another title.
    const title = async () => (await this.question().getByRole('heading').allTextContents()).join();
    const first = await title();
    for (let asked = 1; asked <= 2 && (await groups.count()) > 0; asked++) {
      await this.press(groups.last().getByRole('button').first());
      // Either that was all, or the second question stands below the first.
      await expect
        .poll(async () => (await title()) !== first || (await groups.count()) === asked + 1)
        .toBe(true);
      if ((await title()) !== first) return;
    }
  }

  private async settleTunnel(): Promise<void> {
    this.count('tunnel');
    const decline = this.button(this.words.table.decline);
    await decline.waitFor();
    if (await this.question().isVisible()) return this.choosePayment();
    await this.press(decline);
  }

  private async tryStation(): Promise<boolean> {
    const { table } = this.words;
    const mode = this.button(table.buildStationMode);
    if (!(await mode.isVisible())) return false;
    this.count('station');
    await this.press(mode);
    await this.pressOnMap(this.places(table.canBuild).first());
    await this.choosePayment();
    return true;
  }

  private async placePassenger(): Promise<void> {
    const { table } = this.words;
    this.count('place');
    if (this.decisions % 4 === 0) return this.press(this.button(table.skip));
    await this.pressOnMap(this.places(table.canPlace).first());
  }

  private async tryJourney(): Promise<boolean> {
    const { table } = this.words;
    const mine = this.places(table.canMove);
    if ((await mine.count()) === 0) return false;
    this.count('journey');
    await this.pressOnMap(mine.first());
    await this.press(this.button(table.startJourney));
    return true;
  }

  private async travel(): Promise<void> {
    const { table } = this.words;
    const stop = this.button(table.stop);
    const on = this.places(table.canGo);
    if ((await stop.isVisible()) && (this.decisions % 3 === 0 || (await on.count()) === 0))
      return this.press(stop);
    await this.pressOnMap(on.first());
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Nothing went wrong behind the scenes, and no rule of the page's policy was broken. */
export function watchForErrors(page: Page): () => void {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return () => expect(errors).toEqual([]);
}
