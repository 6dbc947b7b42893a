/**
 * Turns the filters of a list of customers into what PostgreSQL looks for (docs/api/customers.md#customer-search): a
 * pattern for `like`, and the trigrams that every match has in the index customers_search (migrations/0002-customers.ts).
 */
import type { CustomerFilters } from './customer-search.schema.ts';

export const searchedFields = ['email', 'phone'] as const;

export type SearchedField = (typeof searchedFields)[number];

/** Three characters in a row of an email or phone, or all of it after the mark `whole`. The index holds their hash. */
export type Trigram = { field: SearchedField; text: string };

const trigramChars = 3;
/** A few trigrams narrow a search enough, and each costs a read of the index. */
const trigramsMax = 4;
/** Marks in the index: `outside` comes before the text twice and after it once. */
const [outside, whole] = ['\u0001', '\u0002'];

/** The pattern of SQL's `like` for a filter, in which only `*` is a wildcard. */
export const likePattern = (filter: string): string => filter.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%');

const trigramsOfPiece = (piece: string): string[] => {
  const characters = [...piece];
  return characters.slice(trigramChars - 1).map((_, at) => characters.slice(at, at + trigramChars).join(''));
};

/** A filter without wildcards matches the whole text. Otherwise each piece between wildcards has trigrams of its own. */
function trigramsOfFilter(filter: string): string[] {
  if (!filter.includes('*')) return [whole + filter];
  return `${outside}${outside}${filter}${outside}`
    .split('*')
    .filter((piece) => piece.replaceAll(outside, '') !== '')
    .flatMap(trigramsOfPiece);
}

/** At most `trigramsMax` of them, evenly spread, always with the first and the last. */
function evenSample(trigrams: string[]): string[] {
  if (trigrams.length <= trigramsMax) return trigrams;
  const step = (trigrams.length - 1) / (trigramsMax - 1);
  return Array.from({ length: trigramsMax }, (_, at) => trigrams[Math.round(at * step)] ?? '');
}

/** Trigrams every match must contain; none when the filters are too short for any. */
export const trigramsOf = (filters: Pick<CustomerFilters, SearchedField>): Trigram[] =>
  searchedFields.flatMap((field) => {
    const filter = filters[field];
    return filter === undefined ? [] : evenSample(trigramsOfFilter(filter)).map((text) => ({ field, text }));
  });
