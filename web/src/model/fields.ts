// Fields of JSON that came from outside, checked one by one.

export const MOST_OFFERED = 16;

/** Thrown and caught inside the parser only. */
export class Fault extends Error {}

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Fault(`${what} must be an object`);
  return value as Fields;
}
export function listOf(value: unknown, what: string, most: number): readonly unknown[] {
  if (!Array.isArray(value) || value.length > most)
    throw new Fault(`${what} must be a list of at most ${most}`);
  return value;
}
export function textOf(value: unknown, what: string): string {
  if (typeof value !== 'string') throw new Fault(`${what} must be text`);
  return value;
}
export function numberOf(value: unknown, what: string, least: number, most: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
    throw new Fault(`${what} must be a whole number from ${least} to ${most}`);
  return value;
}
export function seatOf(value: unknown, what: string, players: number): number {
  return numberOf(value, what, 0, players - 1);
}
export function numbersOf(value: unknown, what: string, least: number, most: number): number[] {
  return listOf(value, what, MOST_OFFERED).map((entry) => numberOf(entry, `each of ${what}`, least, most));
}
export function optionalText(value: unknown, what: string): string | null {
  return value === undefined || value === null ? null : textOf(value, what);
}
