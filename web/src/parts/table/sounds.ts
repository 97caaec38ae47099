// What is heard of what happened.
import type { Sound } from '../../app/sound';
import { play } from '../../app/sound';
import type { GameEvent } from '../../model/event';

/** A whole game that is taken up again is not played aloud. */
const MOST = 60;

export function soundOf(event: GameEvent): Sound | null {
  if (event.kind === 'end' || event.kind === 'forfeit') return 'end';
  if (event.kind !== 'action' || !event.action) return null;
  switch (event.action.type) {
    case 'claim':
    case 'station':
    case 'pay':
    case 'go':
      return 'claim';
    case 'draw':
    case 'take':
      return 'card';
    case 'tickets':
    case 'keep':
      return 'ticket';
    default:
      return null;
  }
}

/** `asked`: it is this person's turn now. The last thing that happened is heard, then the bell. */
export function hear(events: readonly GameEvent[], asked: boolean): void {
  if (events.length === 0 || events.length > MOST) return;
  const sound = events.map(soundOf).findLast((one) => one !== null);
  if (sound) play(sound);
  if (asked && sound !== 'end') play('turn');
}
