// The colors of the seats.
import type { Edition } from './edition';
import type { Header } from './event';

/** By seat: the color chosen; else that of the edition for this seat, or the first that nobody has. */
export function seatColors(edition: Edition, header: Header): readonly string[] {
  // The server writes "Blue", as the colors of protocol v0.9 are called.
  const chosen = header.players.map(({ color }) => {
    const lower = color?.toLowerCase() ?? '';
    return edition.seats.includes(lower) ? lower : null;
  });
  const used = new Set(chosen.filter((color) => color !== null));
  return chosen.map((color, seat) => {
    if (color) return color;
    const usual = edition.seats[seat];
    const free = usual && !used.has(usual) ? usual : edition.seats.find((other) => !used.has(other));
    const given = free ?? usual ?? '';
    used.add(given);
    return given;
  });
}
