// The languages there are.
import { de } from './de';
import { dePages } from './de-pages';
import type { GameWords } from './en';
import { en } from './en';
import type { PageWords } from './en-pages';
import { enPages } from './en-pages';

export type Words = GameWords & PageWords;
export type Language = 'en' | 'de';

export const dictionaries: Readonly<Record<Language, Words>> = {
  en: { ...en, ...enPages },
  de: { ...de, ...dePages },
};

/** The first of the wanted languages (as a browser lists them: "de-AT") that there is; else English. */
export function pickLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const [base] = tag.toLowerCase().split('-');
    if (base === 'en' || base === 'de') return base;
  }
  return 'en';
}
