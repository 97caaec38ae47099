// Numbers of a competition in words.
import type { ArenaGame, ArenaInfo, ArenaNews, Estimate } from '../../net/arena.svelte';
import type { Language, Words } from '../../words';

export function numberText(language: Language, value: number, digits = 0): string {
  return value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

export function percentText(language: Language, share: number, digits = 0): string {
  return share.toLocaleString(language, {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** "+120" */
export function ratingText(language: Language, value: number): string {
  return Math.round(value).toLocaleString(language, { signDisplay: 'exceptZero' });
}

export function timeText(words: Words, language: Language, seconds: number): string {
  const { arena } = words;
  if (seconds < 100) return arena.seconds(Math.max(1, Math.round(seconds)));
  if (seconds < 100 * 60) return arena.minutes(Math.round(seconds / 60));
  return arena.hours(numberText(language, seconds / 3600, 1));
}

/** In the reader's language, where there are words for it. */
export function newsText(words: Words, news: ArenaNews): string {
  const said: Readonly<Record<string, ((...values: string[]) => string) | undefined>> = words.arena.newsOf;
  const say = Object.hasOwn(said, news.kind) ? said[news.kind] : undefined;
  return say && say.length === news.values.length ? say(...news.values) : news.line;
}

export function shareOver({ games }: ArenaInfo): number {
  const all = games.over + games.open;
  return all === 0 ? 0 : games.over / all;
}

export function isOver({ phase }: ArenaInfo): boolean {
  return phase === 'over' || phase === 'aborted';
}

/** The seats of a game, the winner first. */
export function byRank(game: ArenaGame): ArenaGame['seats'] {
  return [...game.seats].sort((x, y) => x.rank - y.rank);
}

export function gameNames(game: { readonly seats: readonly { readonly name: string }[] }): string {
  return game.seats.map(({ name }) => name).join(', ');
}

/** From the lowest to the highest end of all intervals, with zero in it. */
export function scaleOf(estimates: readonly Estimate[]): { readonly low: number; readonly high: number } {
  let low = 0;
  let high = 0;
  for (const one of estimates) {
    low = Math.min(low, one.low ?? one.value);
    high = Math.max(high, one.high ?? one.value);
  }
  return high - low < 1 ? { low: low - 1, high: high + 1 } : { low, high };
}
