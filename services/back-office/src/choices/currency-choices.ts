/** Currencies, for forms. */
import { currencyCodes } from '@order-hub/shared/money';

const names = new Intl.DisplayNames('en-GB', { type: 'currency' });

/** The English name of a currency with its ISO 4217 code: `Euro (EUR)`. */
export const currencyLabel = (code: string) => `${names.of(code) ?? code} (${code})`;

/** ISO 4217 codes and English names, by name. */
export const currencyChoices = currencyCodes
  .map((value) => ({ value, label: currencyLabel(value) }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en'));
