import type { Answer } from './send.ts';

/** A part of a list. Without `next` it is the last one; else pass `next` as `cursor` for the part after it. */
export type Page<Item> = { items: Item[]; next: string | undefined };

/**
 * A list of the API. Iterating asks for one page after the other, as needed, and again from the start each time.
 */
export type List<Item> = AsyncIterable<Item> & {
  /** The first page, or the one that `cursor` names. */
  page(): Promise<Page<Item>>;
  pages(): AsyncIterable<Page<Item>>;
  /** All items at once. Set a `signal` or stop iterating yourself if the list may be long. */
  toArray(): Promise<Item[]>;
};

/** A list whose pages `ask` returns for a cursor, beginning with `start`. */
export function listOf<Item>(
  ask: (cursor: string | undefined) => Promise<Answer>,
  start: string | undefined,
): List<Item> {
  const pageAt = async (cursor: string | undefined): Promise<Page<Item>> => {
    const { data, headers } = await ask(cursor);
    return { items: data as Item[], next: headers.get('x-cursor-next') ?? undefined };
  };
  async function* pages(): AsyncGenerator<Page<Item>> {
    let cursor = start;
    do {
      const page = await pageAt(cursor);
      yield page;
      cursor = page.next;
    } while (cursor !== undefined);
  }
  async function* items(): AsyncGenerator<Item> {
    for await (const page of pages()) yield* page.items;
  }
  const toArray = async () => {
    const all: Item[] = [];
    for await (const item of items()) all.push(item);
    return all;
  };
  return { page: () => pageAt(start), pages, toArray, [Symbol.asyncIterator]: items };
}
