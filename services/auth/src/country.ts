/** Countries, and what is usual there: for forms that ask for the country alone. */
import { countries, type TCountryCode } from 'countries-list';

/** Two-letter ISO codes and English names, by name. */
export const countryChoices = Object.entries(countries)
  .map(([value, { name }]) => ({ value, label: name }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en'));

export const isCountry = (code: string): code is TCountryCode => Object.hasOwn(countries, code);

/** The currency that most pay with there. */
export const currencyOf = (code: TCountryCode): string => countries[code].currency[0] ?? 'EUR';

type WithTimeZones = Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] };

/** A timezone of the country; for a large country the first, which its users may change. */
export function timezoneOf(code: TCountryCode): string {
  const locale = new Intl.Locale(`und-${code}`) as WithTimeZones;
  return (locale.getTimeZones?.() ?? locale.timeZones)?.[0] ?? 'UTC';
}
