/** The search over the documentation: an index in memory, made at the first search. */
import MiniSearch from 'minisearch';
import { sectionsOf } from '../markdown/sections.ts';
import type { DocPage } from '../doc-page.ts';
import { textStart } from '@order-hub/shared/text-start';

/** A section that has the words. `address`: of its heading, as Markdown; `excerpt`: plain text. */
export type Found = { address: string; title: string; heading: string; excerpt: string };

export type SearchIndex = (words: string) => Promise<Found[]>;

/** The longest search, in characters. */
export const wordsMax = 100;
const foundMax = 20;
/** Further words are ignored. */
const termsMax = 8;
/** Shorter words are found only as they are: nearly every section has a word that begins with one letter. */
const prefixChars = 3;
const fuzzyChars = 4;

const inexactly = {
  prefix: (term: string) => term.length >= prefixChars,
  fuzzy: (term: string) => (term.length >= fuzzyChars ? 0.2 : false),
  boost: { title: 2, heading: 4 },
};
/** Schemas repeat the words of the guide, which explains them. */
const boostOf = (address: string) => (address.startsWith('/docs/schemas') ? 0.5 : 1);
const excerptChars = 180;

const termsOf = (text: string) => text.split(/[^\p{L}\p{N}_]+/u).filter((term) => term !== '');

/** Part of the sentences; of a section without sentences, part of its table or code. */
function excerptOf({ text: all, prose }: Entry, words: string): string {
  const text = (prose === '' ? all : prose).replaceAll(/(?<=^|\s)- /g, '').replaceAll(/ (?=[,.;:)])/g, '');
  const place = text.toLowerCase().indexOf((termsOf(words)[0] ?? '').toLowerCase());
  const begin = Math.max(0, place - excerptChars / 3);
  const start = begin === 0 ? 0 : text.indexOf(' ', begin) + 1;
  const excerpt = textStart(text.slice(start), excerptChars);
  return `${start > 0 ? '… ' : ''}${excerpt}${start + excerpt.length < text.length ? ' …' : ''}`;
}

type Entry = { id: number; address: string; title: string; heading: string; text: string; prose: string };

const entriesOf = (pages: readonly DocPage[]): Entry[] =>
  pages
    .flatMap(({ path, title, markdown }) =>
      sectionsOf(markdown).map(({ id, heading, text, prose }) => ({
        address: `${path}.md${id === '' ? '' : `#${id}`}`,
        ...{ title, heading, text, prose },
      })),
    )
    .map((entry, id) => ({ id, ...entry }));

type Indexed = { entries: readonly Entry[]; index: MiniSearch<Entry> };

/** Indexes all sections: half a second in all, so a few at a time, between which the process answers others. */
async function indexed(pages: readonly DocPage[]): Promise<Indexed> {
  const entries = entriesOf(pages);
  const index = new MiniSearch<Entry>({ fields: ['title', 'heading', 'text'], tokenize: termsOf });
  await index.addAllAsync(entries, { chunkSize: 10 });
  return { entries, index };
}

/** The search finds the sections with all words before those with some, and forgives a typing error. */
export function searchIndex(pages: readonly DocPage[]): SearchIndex {
  let once: Promise<Indexed> | undefined;
  return async (words) => {
    const { entries, index } = await (once ??= indexed(pages));
    const asked = termsOf(textStart(words, wordsMax)).slice(0, termsMax).join(' ');
    const boostDocument = (id: unknown) => boostOf(entries[Number(id)]?.address ?? '');
    const search = (combineWith: 'AND' | 'OR') => index.search(asked, { ...inexactly, combineWith, boostDocument });
    const withAll = search('AND');
    const results = withAll.length > 0 ? withAll : search('OR');
    return results.slice(0, foundMax).flatMap(({ id }) => {
      const entry = entries[Number(id)];
      if (!entry) return [];
      const { address, title, heading } = entry;
      return [{ address, title, heading, excerpt: excerptOf(entry, asked) }];
    });
  };
}
