/** One page of a list. `next`: the position after which the next page starts (usually the last id); null on the last page. */
export type Page<Item> = { items: Item[]; next: string | null };

/** Which page of a list a client asks for. `cursor`: the `next` of the page before; undefined for the first page. */
export type PageQuery = { count: number; cursor?: string | undefined };

/**
 * The page of `count` items that a store returns. `rows` are up to `count + 1`: an extra row means that there is a next
 * page. `position` is what the next query continues after.
 */
export function takePage<Row>(rows: readonly Row[], count: number, position: (row: Row) => string): Page<Row> {
  const items = rows.slice(0, count);
  const last = items.at(-1);
  return { items, next: rows.length > count && last !== undefined ? position(last) : null };
}
