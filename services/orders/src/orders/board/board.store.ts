import type { Queryable } from '@order-hub/shared/database';
import { takeWeighedPage, weighedRows, type WeighedRow } from '@order-hub/shared/weighed-page';
import type { OrderDocument } from '../rows/order-row.ts';
import { goneMax, goneStatuses, openStatuses, ordersMax, type BoardFloors } from './board-statuses.ts';

/*
 * These statements have no name, so they are planned for their values: with $7, PostgreSQL leaves out the empty partition of the
 * months to come. With it, it would read all orders of a status and sort them.
 */

/** A location of an account. */
export type BoardKey = { account_id: string; location_id: string };

/**
 * The newest orders of each status, from the index of a location's statuses: $3 are the open statuses, $4 the others, $5 and $6
 * the ids from which on they count, $7 one beyond the newest order. `rank`: an order without an answer comes first, one that is gone last.
 */
const boardRows = (columns: string, { account_id, location_id }: BoardKey) => `
  select o.*, case when o.status in ('new', 'received') then 0 else 1 end as rank
  from unnest($3::text[]) as wanted (status)
  cross join lateral (
    select id, status, ${columns} from orders
    where account_id = ${account_id} and location_id = ${location_id} and status = wanted.status and id >= $5 and id < $7
    order by id desc limit ${ordersMax + 1}
  ) as o
  union all
  select gone.*, 2 as rank from (
    select o.* from unnest($4::text[]) as wanted (status)
    cross join lateral (
      select id, status, ${columns} from orders
      where account_id = ${account_id} and location_id = ${location_id} and status = wanted.status and id >= $6 and id < $7
      order by id desc limit ${goneMax}
    ) as o
    order by o.id desc limit ${goneMax}
  ) as gone`;

const termsOf = ({ open, gone, end }: BoardFloors) => [openStatuses, goneStatuses, open, gone, end];

const listText = weighedRows({
  rows: boardRows('document, document_version, timezone', { account_id: '$1', location_id: '$2' }),
  columns: 'id, document, document_version, timezone',
  bytes: 'octet_length(document)',
  order: 'rank, id desc',
  count: '$8',
  bytesMax: '$9',
});

type BoardRow = OrderDocument & { id: string };

/** The orders of a board, at most `ordersMax` and `bytesMax` bytes; `next` is null if these are all. */
export async function listBoardRows(db: Queryable, key: BoardKey, floors: BoardFloors, bytesMax: number) {
  const { rows } = await db.query<BoardRow & WeighedRow>({
    text: listText,
    values: [key.account_id, key.location_id, ...termsOf(floors), ordersMax, bytesMax],
  });
  return takeWeighedPage(rows, ordersMax, ({ id }) => id);
}

/**
 * A mark for each board, in their order. It differs as soon as an order comes, changes or leaves: `xmin` is the transaction that
 * wrote the row. Reads no documents.
 */
export async function listBoardMarks(
  db: Queryable,
  boards: readonly BoardKey[],
  floors: BoardFloors,
): Promise<string[]> {
  const { rows } = await db.query<{ mark: string }>({
    text: `select coalesce((
             select hashtextextended(string_agg(shown.id || ' ' || shown.written, ',' order by shown.id), 0)
             from (${boardRows('xmin::text as written', { account_id: 'board.account_id', location_id: 'board.location_id' })}
             ) as shown
           ), 0)::text as mark
           from unnest($1::text[], $2::text[]) with ordinality as board (account_id, location_id, place) order by place`,
    values: [
      boards.map(({ account_id }) => account_id),
      boards.map(({ location_id }) => location_id),
      ...termsOf(floors),
    ],
  });
  return rows.map(({ mark }) => mark);
}
