/** Currencies, for forms. */
import { formats } from '@order-hub/pages/formats';
import type { PageLanguage } from '@order-hub/pages/page-language';
import { currencyCodes } from '@order-hub/shared/money';

type Choices = readonly { value: string; label: string }[];

const kept = new Map<PageLanguage, Choices>();

/** ISO 4217 codes and names, by name. */
export function currencyChoices(language: PageLanguage): Choices {
  const { currency, compare } = formats(language);
  const choices =
    kept.get(language) ??
    currencyCodes.map((value) => ({ value, label: currency(value) })).sort((a, b) => compare(a.label, b.label));
  kept.set(language, choices);
  return choices;
}
