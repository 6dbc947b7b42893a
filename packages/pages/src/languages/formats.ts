/**
 * Money, numbers, dates and names in the language of a page: `formats(visit).money('12.50', 'EUR')`. The timezone is that of the
 * location or, of times that concern the user, the user's.
 */
import { isCountry } from '@order-hub/shared/country';
import {
  getCollator,
  getDateTimeFormat,
  getDisplayNames,
  getListFormat,
  getNumberFormat,
  localeOf,
} from './formatters.ts';
import { inMarks, type PageLanguage } from './page-language.ts';

/** How much of a time is shown. */
const timeStyles = {
  /** 5 Mar 2026 */
  date: { dateStyle: 'medium' },
  /** Thursday 5 March */
  day: { weekday: 'long', day: 'numeric', month: 'long' },
  /** 18:30 */
  time: { timeStyle: 'short' },
  /** 5 Mar 2026, 18:30 */
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  /** 5 Mar 2026, 18:30:05 */
  second: { dateStyle: 'medium', timeStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type TimeStyle = keyof typeof timeStyles;

export type Formats = {
  /** An instant, on the clocks of `timezone`. */
  at: (at: Date, timezone: string, style?: TimeStyle) => string;
  number: (value: number, options?: Intl.NumberFormatOptions) => string;
  /** `amount`: a decimal, as the API writes it. */
  money: (amount: string | number, currency: string) => string;
  /** `Euro (EUR)`. */
  currency: (code: string) => string;
  /** A text that is not a code stays as it is. */
  country: (code: string) => string;
  language: (tag: string) => string;
  /** `a, b and c`. */
  list: (parts: readonly string[]) => string;
  /** Sorts texts as a dictionary of the language does. */
  compare: (a: string, b: string) => number;
};

function formatsOf(language: PageLanguage): Formats {
  const locale = localeOf(language);
  const shown = (text: string) => inMarks(language, text);
  const name = (type: 'region' | 'language', code: string) => shown(getDisplayNames(locale, type).of(code) ?? code);
  return {
    at: (at, timezone, style = 'minute') =>
      shown(getDateTimeFormat(locale, { ...timeStyles[style], timeZone: timezone }).format(at)),
    number: (value, options) => getNumberFormat(locale, options).format(value),
    // Intl reads a decimal text exactly; its type does not say so yet.
    money: (amount, currency) =>
      shown(getNumberFormat(locale, { style: 'currency', currency }).format(amount as number)),
    currency: (code) => shown(`${getDisplayNames(locale, 'currency').of(code) ?? code} (${code})`),
    country: (code) => (isCountry(code) ? name('region', code) : code),
    language: (tag) => name('language', tag),
    list: (parts) => getListFormat(locale, 'conjunction').format(parts),
    compare: (a, b) => getCollator(locale).compare(a, b),
  };
}

const kept = new Map<PageLanguage, Formats>();

/** The formats of a visit, or of a language. */
export function formats(spoken: { language: PageLanguage } | PageLanguage): Formats {
  const language = typeof spoken === 'string' ? spoken : spoken.language;
  const found = kept.get(language) ?? formatsOf(language);
  kept.set(language, found);
  return found;
}
