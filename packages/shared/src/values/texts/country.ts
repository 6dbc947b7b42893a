/** Countries, by their two-letter ISO code, and what is usual in each. */
import { countries, type TCountryCode } from 'countries-list';
import { z } from 'zod';
import { invalid } from '../errors.ts';
import { rule } from '../rules.ts';
import { currentTimezone } from '../times/timezone-names.ts';

export type CountryCode = TCountryCode;

/** Codes with English names, sorted by name. */
export const countryNames = Object.entries(countries)
  .map(([code, { name }]) => ({ code, name }))
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

export const isCountry = (code: string): code is CountryCode => Object.hasOwn(countries, code);

/** The code of a country that was chosen in a form. */
export const countryCode = z
  .string()
  .check(rule(isCountry, 'unknown_value', 'must be chosen'))
  .transform((code) => code as CountryCode);

/** Throws 422 unless `country` is null, the code of a country, or the same text as before. */
export function assertCountry(country: string | null, before: string | null = null): void {
  if (country !== null && country !== before && !isCountry(country))
    throw invalid('country', 'unknown_value', 'must be chosen');
}

/** The country's main currency. */
export const currencyOf = (code: CountryCode): string => countries[code].currency[0] ?? 'EUR';

type WithTimeZones = Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] };

/** A timezone of the country: the first one, which users of a large country may change. */
export function timezoneOf(code: CountryCode): string {
  const locale = new Intl.Locale(`und-${code}`) as WithTimeZones;
  return currentTimezone((locale.getTimeZones?.() ?? locale.timeZones)?.[0] ?? 'UTC');
}
