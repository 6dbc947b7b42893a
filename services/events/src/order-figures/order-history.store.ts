import { textArray } from '@order-hub/shared/binary-array';
import type { Queryable } from '@order-hub/shared/database';
import type { HistoryEntry } from './order-facts.ts';

/** An order with so many entries gets no more of them: an application may change one every second. */
const entriesMax = 200;

/** Stores entries in one statement. Repeating it does nothing. */
export async function insertHistory(trx: Queryable, entries: readonly HistoryEntry[]): Promise<void> {
  const column = (name: Exclude<keyof HistoryEntry, 'fields'>) => textArray(entries.map((entry) => entry[name]));
  await trx.query({
    name: 'insert-order-history',
    text: `insert into order_history (account_id, order_id, id, at, client_id, client_name, user_id, from_status, to_status, fields)
           select e.account_id, e.order_id, e.id, e.at::timestamptz, e.client_id, e.client_name, e.user_id, e.from_status, e.to_status, e.fields
           from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[])
             as e (account_id, order_id, id, at, client_id, client_name, user_id, from_status, to_status, fields)
           where not exists (
             select from order_history h where h.account_id = e.account_id and h.order_id = e.order_id offset $11
           )
           order by e.account_id collate "C", e.order_id collate "C", e.id collate "C"
           on conflict do nothing`,
    values: [
      ...[column('account_id'), column('order_id'), column('id'), column('at'), column('client_id')],
      ...[column('client_name'), column('user_id'), column('from_status'), column('to_status')],
      textArray(entries.map(({ fields }) => fields.join(' '))),
      entriesMax - 1,
    ],
  });
}

/** An order of a location. */
export type OrderKey = { account_id: string; location_id: string; order_id: string };

/** The record of an order of the location. */
export async function findRecord(
  db: Queryable,
  { account_id, location_id, order_id }: OrderKey,
): Promise<{ order_id: string } | undefined> {
  const { rows } = await db.query<{ order_id: string }>({
    name: 'find-order-record',
    text: 'select order_id from order_records where account_id = $1 and order_id = $2 and location_id = $3',
    values: [account_id, order_id, location_id],
  });
  return rows[0];
}

export type HistoryRow = Omit<HistoryEntry, 'account_id' | 'order_id' | 'at' | 'fields'> & { at: Date; fields: string };

/** Up to 400 entries of an order of the location, oldest first: a batch may add 200 to 199. */
export async function listHistory(
  db: Queryable,
  { account_id, location_id, order_id }: OrderKey,
): Promise<HistoryRow[]> {
  const { rows } = await db.query<HistoryRow>({
    name: 'order-history',
    text: `select h.id, h.at, h.client_id, h.client_name, h.user_id, h.from_status, h.to_status, h.fields
           from order_records r join order_history h on h.account_id = r.account_id and h.order_id = r.order_id
           where r.account_id = $1 and r.order_id = $2 and r.location_id = $3 order by h.id limit $4`,
    values: [account_id, order_id, location_id, 2 * entriesMax],
  });
  return rows;
}
