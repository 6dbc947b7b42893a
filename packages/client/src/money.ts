/** Exact amounts (docs/api/conventions.md#money), without floating point numbers. */

/** An amount with 2 decimals and its currency: `12.50 EUR`, `-0.99 EUR`. */
export type Money = string;

/** `12.50 EUR` is 1250 hundredths. All currencies have 2 decimals here, JPY too. */
export type Amount = { hundredths: bigint; currency: string };

const moneyForm = /^(-?)(\d+)\.(\d\d) ([A-Z]{3})$/;
const decimalForm = /^(-?)(\d+)(?:\.(\d{1,10}))?$/;

/** Throws RangeError for anything but Money. */
export function parseMoney(money: Money): Amount {
  const [, sign, units = '', hundredths = '', currency = ''] = moneyForm.exec(money) ?? [];
  if (sign === undefined) throw new RangeError(`${money} is not an amount such as 12.50 EUR`);
  return { hundredths: BigInt(sign + units + hundredths), currency };
}

/** Zero has no sign. */
export function formatMoney({ hundredths, currency }: Amount): Money {
  const sign = hundredths < 0n ? '-' : '';
  const digits = String(hundredths).replace('-', '').padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)} ${currency}`;
}

/** The sum. Throws RangeError if the currencies differ. */
export function addMoney(first: Money, ...others: readonly Money[]): Money {
  const sum = parseMoney(first);
  for (const money of others) {
    const { hundredths, currency } = parseMoney(money);
    if (currency !== sum.currency) throw new RangeError(`${money} is not in ${sum.currency}`);
    sum.hundredths += hundredths;
  }
  return formatMoney(sum);
}

/**
 * An amount times a decimal such as a quantity: `2`, `0.25`. Rounds to 2 decimals, half away from zero, as the hub does
 * (docs/api/orders.md#totals). Throws RangeError for anything but Money and a decimal.
 */
export function multiplyMoney(money: Money, quantity: string): Money {
  const { hundredths, currency } = parseMoney(money);
  const [, sign, units = '', decimals = ''] = decimalForm.exec(quantity) ?? [];
  if (sign === undefined) throw new RangeError(`${quantity} is not a decimal such as 0.25`);
  const scale = 10n ** BigInt(decimals.length);
  const product = hundredths * BigInt(sign + units + decimals);
  const half = product < 0n ? -scale : scale;
  return formatMoney({ hundredths: (2n * product + half) / (2n * scale), currency });
}
