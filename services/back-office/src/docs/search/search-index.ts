/** The search over the documentation: an index in memory, made once. */
import MiniSearch from 'minisearch';
import { sectionsOf } from '../markdown/sections.ts';
import type { DocPage } from '../doc-page.ts';

/** A section that has the words. `address`: of its heading, as Markdown; `excerpt`: plain text. */
export type Found = { address: string; title: string; heading: string; excerpt: string };

export type SearchIndex = (words: string) => Found[];

/** The longest search, in characters. */
export const wordsMax = 100;
const foundMax = 20;
/** Further words are ignored: each is looked for in every inexact form. */
const termsMax = 8;
const excerptChars = 180;

const termsOf = (text: string) => text.split(/[^\p{L}\p{N}_]+/u).filter((term) => term !== '');

function excerptOf(text: string, words: string): string {
  const place = text.toLowerCase().indexOf((termsOf(words)[0] ?? '').toLowerCase());
  const begin = Math.max(0, place - excerptChars / 3);
  const start = begin === 0 ? 0 : text.indexOf(' ', begin) + 1;
  const excerpt = text.slice(start, start + excerptChars);
  return `${start > 0 ? '… ' : ''}${excerpt}${start + excerptChars < text.length ? ' …' : ''}`;
}

type Entry = { id: number; address: string; title: string; heading: string; text: string };

const entriesOf = (pages: readonly DocPage[]): Entry[] =>
  pages
    .flatMap(({ path, title, markdown }) =>
      sectionsOf(markdown).map(({ id, heading, text }) => ({
        address: `${path}.md${id === '' ? '' : `#${id}`}`,
        ...{ title, heading, text },
      })),
    )
    .map((entry, id) => ({ id, ...entry }));

/** Indexes all sections. The search finds those with all words before those with some, and forgives a typing error. */
export function searchIndex(pages: readonly DocPage[]): SearchIndex {
  const entries = entriesOf(pages);
  const index = new MiniSearch<Entry>({ fields: ['title', 'heading', 'text'], tokenize: termsOf });
  index.addAll(entries);
  return (words) => {
    const asked = termsOf(words.slice(0, wordsMax)).slice(0, termsMax).join(' ');
    const boost = { title: 2, heading: 4 };
    const search = (combineWith: 'AND' | 'OR') => index.search(asked, { boost, combineWith, prefix: true, fuzzy: 0.2 });
    const withAll = search('AND');
    const results = withAll.length > 0 ? withAll : search('OR');
    return results.slice(0, foundMax).flatMap(({ id }) => {
      const entry = entries[Number(id)];
      if (!entry) return [];
      const { address, title, heading, text } = entry;
      return [{ address, title, heading, excerpt: excerptOf(text, asked) }];
    });
  };
}
