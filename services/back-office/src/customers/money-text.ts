import { formats } from '@order-hub/pages/formats';
import type { PageLanguage } from '@order-hub/pages/page-language';

/** `19.60 EUR` as the language writes it. */
export function moneyText(language: PageLanguage, money: string): string {
  const [amount = '', currency = ''] = money.split(' ');
  return formats(language).money(amount, currency);
}
