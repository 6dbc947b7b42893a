import { z } from 'zod';
import { Decimal } from './decimal.ts';
import { rule } from '../rules.ts';

const pattern = /^-?[0-9]{1,24}\.[0-9]{2} [A-Z]{3}$/;
const codeChars = 3;
const moneyMessage =
  'must be an amount with 2 decimals and an ISO 4217 currency, such as "12.50 EUR", with up to 24 digits before the point';

const notANumber = 'must be an amount as a string with its currency, such as "12.50 EUR", not a number';

/** The currency codes of ISO 4217. */
export const currencyCodes: readonly string[] = Intl.supportedValuesOf('currency');

const currencies: ReadonlySet<string> = new Set(currencyCodes);

/** An amount in a currency, as the API writes it: `12.50 EUR`, `-0.99 EUR` (docs/api/conventions.md#money). */
export type Money = string;

/** A client's amount, stored as sent. The pattern matches in linear time and limits the size before any arithmetic. */
export const moneySchema = z
  .string({ error: ({ input }) => (typeof input === 'number' ? notANumber : moneyMessage) })
  .check(
    rule(
      (text) => pattern.test(text) && isCurrency(currencyOf(text)),
      'not_money',
      (text) => (pattern.test(text) ? 'must be in a currency of ISO 4217, such as EUR' : moneyMessage),
    ),
  )
  .meta({
    id: 'Money',
    pattern: pattern.source,
    maxLength: '-'.length + 24 + '.00 EUR'.length,
    description: 'An amount with 2 decimals and its ISO 4217 currency (docs/api/conventions.md#money).',
    examples: ['12.50 EUR'],
  });

/** Longer than any sum of products of amounts that clients may send. */
const computedCharsMax = 120;

/** An amount that the hub computed. It may have more digits than a client may send. */
export const computedMoney = z
  .string()
  .max(computedCharsMax)
  .regex(/^-?[0-9]+\.[0-9]{2} [A-Z]{3}$/)
  .meta({
    id: 'ComputedMoney',
    description: 'Money that the hub computed; it may have more digits than what is sent.',
    examples: ['23.60 EUR'],
  });

/** Whether the code is an upper-case ISO 4217 currency code (docs/api/conventions.md#currencies). */
export function isCurrency(code: string): boolean {
  return currencies.has(code);
}

/** The exact amount of valid Money. */
export function amountOf(money: Money): Decimal {
  return new Decimal(money.slice(0, -codeChars - 1));
}

/** The currency code of valid Money. */
export function currencyOf(money: Money): string {
  return money.slice(-codeChars);
}

/** Whether valid Money is more than nothing. */
export const isPositive = (money: Money): boolean => amountOf(money).gt(0);

/** Formats an amount as Money, rounded to 2 decimals, half away from zero. Zero has no sign. */
export function formatMoney(amount: Decimal, currency: string): Money {
  const text = amount.toFixed(2);
  return `${text === '-0.00' ? '0.00' : text} ${currency}`;
}
