/** Prices as people type them. Pure. */
const typed = /^(\d{1,12})(?:[.,](\d{1,2}))?$/;

/** The amount without its currency: `9.50` of `9.50 EUR`. */
export const amountIn = (money: string): string => money.split(' ')[0] ?? '';

/** What a person has typed, as the API writes it: `9,5` is `9.50 EUR`. Undefined for anything else. */
export function typedPrice(text: string, currency: string): string | undefined {
  const [, whole, cents = ''] = typed.exec(text.trim()) ?? [];
  return whole === undefined ? undefined : `${whole.replace(/^0+(?=\d)/, '')}.${cents.padEnd(2, '0')} ${currency}`;
}
