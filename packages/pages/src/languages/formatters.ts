/** Intl's formatters, kept: to make one takes a hundred times as long as to use it. */
import { markedLanguage, type PageLanguage } from './page-language.ts';

/** A user may choose each of 600 timezones, in any case. */
const keptMax = 300;

/** Returns the formatter that was made with the same arguments, or makes it. Forgets the oldest of too many. */
function keeping<Arguments extends unknown[], Formatter>(make: (...given: Arguments) => Formatter) {
  const kept = new Map<string, Formatter>();
  return (...given: Arguments): Formatter => {
    const key = JSON.stringify(given);
    const found = kept.get(key);
    if (found) return found;
    const [oldest] = kept.keys();
    if (kept.size >= keptMax && oldest !== undefined) kept.delete(oldest);
    const made = make(...given);
    kept.set(key, made);
    return made;
  };
}

type Locales = string | string[] | undefined;

export const getNumberFormat = keeping(
  (locales?: Locales, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locales, options),
);

export const getDateTimeFormat = keeping(
  (locales?: Locales, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locales, options),
);

export const getPluralRules = keeping(
  (locales?: Locales, options?: Intl.PluralRulesOptions) => new Intl.PluralRules(locales, options),
);

export const getDisplayNames = keeping(
  (locale: string, type: 'currency' | 'region' | 'language') => new Intl.DisplayNames(locale, { type }),
);

export const getListFormat = keeping((locale: string, type: 'conjunction' | 'unit') => {
  return new Intl.ListFormat(locale, { type });
});

export const getCollator = keeping((locale: string) => new Intl.Collator(locale));

/** Whose dates and numbers a language uses: those of Britain for English. */
export const localeOf = (language: PageLanguage): string =>
  language === 'en' || language === markedLanguage ? 'en-GB' : language;
