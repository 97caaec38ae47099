// What can be done with the cards and tickets on the table.
import type { Card } from '../../model/cards';

/** Without it the market is only looked at. */
export interface MarketActions {
  readonly take: ReadonlySet<Card>;
  readonly draw: boolean;
  readonly tickets: boolean;
  /** Why something is not to be had now; empty if it is. */
  readonly why: (what: Card | 'draw' | 'tickets') => string;
  readonly ontake: (card: Card, place: number) => void;
  readonly ondraw: () => void;
  readonly ontickets: () => void;
  /** What a hint points at. */
  readonly hinted?: Card | 'draw' | 'tickets' | null;
  /** What is to be done, said below the decks. */
  readonly title?: string;
}
