/**
 * What is searched for in a list of customers (docs/api/customers.md#customer-search). A filter is matched by `like`; its
 * grams are what every matching email or phone has in the index customers_search (migrations/0002-customers.ts).
 */
import type { CustomerFilters } from './customer.schema.ts';

/** The columns that are searched. */
export const searchedFields = ['email', 'phone'] as const;

export type SearchedField = (typeof searchedFields)[number];

/** A part of an email or phone, as the index has it before it is hashed. */
export type Gram = { field: SearchedField; gram: string };

const gramChars = 3;
const gramsMax = 4;
const [outside, whole] = ['\u0001', '\u0002'];

/** The pattern of SQL's `like` for a filter: only `*` stands for other text. */
export const likePattern = (filter: string): string => filter.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%');

const gramsOfText = (text: string): string[] => {
  const characters = [...text];
  return characters.slice(gramChars - 1).map((_, at) => characters.slice(at, at + gramChars).join(''));
};

/** A text without wildcards is looked up as a whole. Other filters: whatever is in a row, and how the text begins and ends. */
function gramsOf(filter: string): string[] {
  if (!filter.includes('*')) return [whole + filter];
  return `${outside}${outside}${filter}${outside}`
    .split('*')
    .filter((piece) => piece.replaceAll(outside, '') !== '')
    .flatMap(gramsOfText);
}

/** At most `gramsMax` of them, evenly from all, the first and the last included: each has a price, and few are enough. */
function someOf(grams: string[]): string[] {
  if (grams.length <= gramsMax) return grams;
  const step = (grams.length - 1) / (gramsMax - 1);
  return Array.from({ length: gramsMax }, (_, at) => grams[Math.round(at * step)] ?? '');
}

/** Grams that every customer has who is found; none when the filters say too little. */
export const gramsOfFilters = (filters: Pick<CustomerFilters, SearchedField>): Gram[] =>
  searchedFields.flatMap((field) => {
    const filter = filters[field];
    return filter === undefined ? [] : someOf(gramsOf(filter)).map((gram) => ({ field, gram }));
  });
