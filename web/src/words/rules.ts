// The rules are long: their words come only when somebody reads them.
import type { RulesWords } from './en-rules';
import type { Language } from './index';

const texts: Readonly<Record<Language, () => Promise<RulesWords>>> = {
  en: () => import('./en-rules').then(({ enRules }) => enRules),
  de: () => import('./de-rules').then(({ deRules }) => deRules),
};

export function rulesIn(language: Language): Promise<RulesWords> {
  return texts[language]();
}
