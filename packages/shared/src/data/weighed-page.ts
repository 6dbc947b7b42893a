/**
 * Pages of lists whose items may be large: a page ends before the item that would exceed a number of bytes, and its cursor
 * leads to that item (docs/api/conventions.md#pagination).
 */
import type { Page } from './page.ts';

type Cut = {
  /** A select of up to `count` + 1 rows in the order of `order`, a column of unique values. */
  rows: string;
  /** The columns of `rows` to return. */
  columns: string;
  /** The bytes of a row, as an expression over the columns of `rows`. */
  bytes: string;
  order?: string;
  /** Both as SQL, such as parameters. */
  count: string;
  bytesMax: string;
};

/**
 * A statement that returns those of `rows` that fit into a page, and at least one. PostgreSQL knows `octet_length` of a stored
 * text without reading the text, and reads only the texts of the rows that it returns: weighing takes no second round trip
 * and no stored sizes.
 */
export const weighedRows = ({ rows, columns, bytes, order = 'id', count, bytesMax }: Cut) => `
  select ${columns}, has_next from (
    select candidates.*, lead(true, 1, false) over (order by ${order}) as has_next,
      row_number() over (order by ${order}) as place, sum(${bytes}) over (order by ${order}) as weight
    from (${rows}) as candidates
  ) as weighed
  where place <= ${count} and (place = 1 or weight <= ${bytesMax}) order by ${order}`;

/** A row of `weighedRows`, and whether the list goes on after it. */
export type WeighedRow = { has_next: boolean };

/** A page, and whether its weight ended it: it has fewer items than asked for, although there are more. */
export type WeighedPage<Item> = Page<Item> & { isCut: boolean };

/** The page of the rows of `weighedRows`. `position` is what the next query continues after. */
export function takeWeighedPage<Row extends WeighedRow>(
  rows: readonly Row[],
  count: number,
  position: (row: Row) => string,
): WeighedPage<Row> {
  const last = rows.at(-1);
  const next = last?.has_next ? position(last) : null;
  return { items: [...rows], next, isCut: next !== null && rows.length < count };
}
