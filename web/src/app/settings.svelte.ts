// What a person has set up, kept in this browser.
import type { Language, Words } from '../words';
import { dictionaries, pickLanguage } from '../words';

export const LEVELS = ['easy', 'medium', 'hard'] as const;
export type Level = (typeof LEVELS)[number];

export interface Settings {
  language: Language;
  theme: 'light' | 'dark' | 'system';
  /** `system`: as the system asks for. */
  motion: 'on' | 'off' | 'system';
  sound: boolean;
  chat: boolean;
  /** Of the person, as used last. */
  name: string;
  /** What was played last with one click. */
  edition: string;
  opponents: number;
  level: Level;
}

/** Longer names are refused by the server. */
export const MAX_NAME = 32;

const PLACE = 'fogg.settings';

function usual(): Settings {
  return {
    language: pickLanguage(navigator.languages),
    theme: 'system',
    motion: 'system',
    sound: false,
    chat: true,
    name: '',
    edition: 'europe',
    opponents: 2,
    level: 'medium',
  };
}

function kept(): Settings {
  const settings = usual();
  try {
    const found = JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Settings>;
    if (found.language === 'de' || found.language === 'en') settings.language = found.language;
    if (found.theme === 'light' || found.theme === 'dark') settings.theme = found.theme;
    if (found.motion === 'on' || found.motion === 'off') settings.motion = found.motion;
    if (typeof found.sound === 'boolean') settings.sound = found.sound;
    if (typeof found.chat === 'boolean') settings.chat = found.chat;
    if (typeof found.name === 'string') settings.name = found.name.slice(0, MAX_NAME);
    if (typeof found.edition === 'string') settings.edition = found.edition;
    if (Number.isInteger(found.opponents)) settings.opponents = Number(found.opponents);
    settings.level = LEVELS.find((level) => level === found.level) ?? settings.level;
  } catch {
    // Nothing usable is kept.
  }
  return settings;
}

/** Change its fields; `set` in an effect of the application keeps them. */
export const settings = $state<Settings>(kept());

export function keepSettings(): void {
  try {
    localStorage.setItem(PLACE, JSON.stringify(settings));
  } catch {
    // As long as the page is open.
  }
}

const quiet =
  typeof matchMedia === 'function' ? matchMedia('(prefers-reduced-motion: reduce)') : { matches: false };

/** No motion, please. */
export function still(): boolean {
  return settings.motion === 'off' || (settings.motion === 'system' && quiet.matches);
}

/** The words of the chosen language; read it where it is used, so that the page follows a change. */
export function words(): Words {
  return dictionaries[settings.language];
}
