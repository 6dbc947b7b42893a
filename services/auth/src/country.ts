/** Countries, and what is usual there: for forms that ask for the country alone. */
import { invalid } from '@order-hub/shared/errors';
import { countries, type TCountryCode } from 'countries-list';

/** Two-letter ISO codes and English names, by name. */
export const countryChoices = Object.entries(countries)
  .map(([value, { name }]) => ({ value, label: name }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en'));

/** The same, and `current`, which may be a text that an application has set. */
export const countryChoicesWith = (current: string | null) =>
  current === null || isCountry(current) ? countryChoices : [{ value: current, label: current }, ...countryChoices];

export const isCountry = (code: string): code is TCountryCode => Object.hasOwn(countries, code);

/** What people read for a code. Any other text is shown as it is. */
export const countryName = (country: string) => (isCountry(country) ? countries[country].name : country);

/** Throws 422 for what is neither the code of a country, nor null, nor what stood there before. */
export function assertCountry(country: string | null, before: string | null = null): void {
  if (country !== null && country !== before && !isCountry(country)) throw invalid('country', 'must be chosen');
}

/** The currency that most pay with there. */
export const currencyOf = (code: TCountryCode): string => countries[code].currency[0] ?? 'EUR';

type WithTimeZones = Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] };

/** A timezone of the country; for a large country the first, which its users may change. */
export function timezoneOf(code: TCountryCode): string {
  const locale = new Intl.Locale(`und-${code}`) as WithTimeZones;
  return (locale.getTimeZones?.() ?? locale.timeZones)?.[0] ?? 'UTC';
}
