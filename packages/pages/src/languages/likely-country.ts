/** Where a visitor probably is, by what the browser asks for: a form begins with it, and the visitor may change it. */
import { isCountry, type CountryCode } from '@order-hub/shared/country';
import Negotiator from 'negotiator';
import type { IncomingHttpHeaders } from 'node:http';

/** Who browses in English without naming a country may be anywhere. */
const isEverywhere = (language: string) => language === 'en' || language === '*';

function countryIn(language: string): string {
  try {
    const { region } = new Intl.Locale(language);
    return region ?? (isEverywhere(language) ? '' : (new Intl.Locale(language).maximize().region ?? ''));
  } catch {
    // Browsers may send anything.
    return '';
  }
}

/** The country of the language that the browser prefers, such as CH for `de-CH` and IT for `it`; null when it tells none. */
export function likelyCountry(headers: IncomingHttpHeaders): CountryCode | null {
  const [preferred = '*'] = new Negotiator({ headers }).languages();
  const country = countryIn(preferred);
  return isCountry(country) ? country : null;
}
