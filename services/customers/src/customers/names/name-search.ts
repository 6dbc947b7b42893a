/** What the text of a search becomes (docs/decisions/0089-customers-by-name.md). */
import { invalid } from '@order-hub/shared/errors';

/** A text is searched as words of names, as digits of a phone number, or as a part of an email address. */
export type NameSearch = { words: string } | { digits: string } | { email: string };

const digitsMin = 3;
/** The last digits are the same with and without the prefix of a country. */
const digitsMax = 8;

const isPhone = (text: string) => /\d/.test(text) && !/\p{L}/u.test(text);

function digitsOf(text: string): string {
  const digits = text.replaceAll(/\D/g, '').replace(/^0+/, '').slice(-digitsMax);
  if (digits.length < digitsMin) throw invalid('search', `must have at least ${digitsMin} digits of a phone number`);
  return digits;
}

/** How a text is searched; undefined for one without anything to search. Throws 422 for too few digits. */
export function nameSearchOf(text: string): NameSearch | undefined {
  if (text.includes('@')) return { email: text.trim().replaceAll('*', '') };
  if (isPhone(text)) return { digits: digitsOf(text) };
  return /[\p{L}\p{N}]/u.test(text) ? { words: text } : undefined;
}
