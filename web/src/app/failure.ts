// What to tell a person when the server said no, or nothing.
import { LinkLost, Refused } from '../net/messages';
import type { Words } from '../words';

export function failureText(words: Words, error: unknown): string {
  const texts: Readonly<Record<string, string>> = words.error;
  if (error instanceof LinkLost) return words.net.lost;
  if (error instanceof Refused && Object.hasOwn(texts, error.code)) return texts[error.code] ?? '';
  return words.error.other;
}
