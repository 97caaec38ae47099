// What is going on, in one sentence.
import type { Position } from '../../model/position';
import { acting, seatOf } from '../../model/position';
import type { Words } from '../../words';
import type { Names } from '../../words/say';
import { listed } from '../../words/say';

export interface Moment {
  readonly position: Position;
  readonly seat: number;
  /** This seat has to decide. */
  readonly asked: boolean;
  /** A move is on its way. */
  readonly sending: boolean;
  readonly stationMode: boolean;
}

export function promptText(words: Words, names: Names, moment: Moment): string {
  const { position, seat } = moment;
  const { table, phase } = words;
  if (position.over) {
    const { winners, scores, forfeitBy } = position.over;
    if (forfeitBy !== null) return words.log.forfeit(names(forfeitBy));
    const won = listed(words, (winners ?? []).map(names));
    const points = scores?.[winners?.[0] ?? -1]?.total ?? 0;
    return (winners?.length ?? 0) > 1 ? words.log.share(won, points) : words.log.wins(won, points);
  }
  if (moment.sending) return table.oneMoment;
  if (moment.asked) {
    if (moment.stationMode) return table.stationWhere;
    if (position.phase === 'journey')
      return `${table.journeyNext}. ${table.journeySoFar(position.journey?.goods ?? 0)}`;
    return `${table.yourTurn}: ${phase[position.phase]}`;
  }
  if (position.phase === 'start') return seatOf(position, seat).chosen ? table.waitOthers : table.choosing;
  const who = acting(position)[0];
  return who === undefined || who === seat ? table.oneMoment : table.turnOf(names(who));
}

/** Why something on the table cannot be taken; empty if it can. */
export function whyNotTake(
  words: Words,
  names: Names,
  position: Position,
  seat: number,
  what: string,
): string {
  const { table, why } = words;
  if (position.phase === 'over') return why.over;
  const who = acting(position);
  if (!who.includes(seat)) return who[0] === undefined ? '' : why.notYourTurn(names(who[0]));
  const cards = position.phase === 'turn' || position.phase === 'second';
  if (!cards || (what === 'tickets' && position.phase === 'second'))
    return why.notNow(words.phase[position.phase]);
  if (what === 'draw') return table.deckEmpty;
  if (what === 'tickets') return table.noTicketsLeft;
  return what === 'locomotive' && position.phase === 'second' ? table.noSecondLocomotive : '';
}
