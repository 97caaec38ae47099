// Names of players. Records of bots have the same name several times.
import type { Header } from '../model/event';
import type { Names } from '../words/say';

/** Whoever shares a name gets a number. */
export function playerNames(header: Header): Names {
  const names = header.players.map((player) => player.name);
  const told = names.map((name, seat) => {
    if (names.indexOf(name) === names.lastIndexOf(name)) return name;
    return `${name} ${names.slice(0, seat + 1).filter((other) => other === name).length}`;
  });
  return (seat) => told[seat] ?? `#${seat + 1}`;
}
