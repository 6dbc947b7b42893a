import { textArray } from '@order-hub/shared/binary-array';
import type { Queryable } from '@order-hub/shared/database';
import {
  insertKeptTexts,
  insertNewTexts,
  keptTextArrays,
  keptTextColumns,
  type KeptText,
} from '@order-hub/shared/kept-reply-store';
import { outboxArrays, outboxColumns } from '@order-hub/shared/outbox';
import { insertMessages, insertOrderRows, orderArrays, rowsOf } from '../order.store.ts';
import type { NewOrder } from '../prepare-order.ts';
import { documentVersion } from './order-row.ts';

const orderColumns = `account_id, id, location_id, timezone, status, created_by, customer_id, customer_anonymised,
  private_refs, document`;

/** A reply that shows the order's document itself is null, and read from there. */
const ownReplies = (orders: readonly NewOrder[], kept: readonly (KeptText | null)[]) =>
  kept.map((one, index) => (one?.text === orders[index]?.row.document ? null : (one?.text ?? null)));

/**
 * Inserts new orders as `insertOrders` does, and keeps their replies, in the order `byKey`. Violates `keptRepliesKey` if one of
 * the keys has a reply.
 */
export async function insertOrdersOfNewKeys(
  db: Queryable,
  orders: readonly NewOrder[],
  kept: readonly (KeptText | null)[],
): Promise<void> {
  await db.query({
    name: 'insert-orders-of-new-keys',
    text: `with given as (
             select account_id, connection_id, key, fingerprint, rights, coalesce(own_reply, document) as reply,
               kept_customer_id
             from (select unnest($1::text[]) as account_id, unnest($7::text[]) as kept_customer_id,
                 unnest($10::text[]) as document, unnest($18::text[]) as connection_id, unnest($19::text[]) as key,
                 unnest($20::text[]) as fingerprint, unnest($21::text[]) as rights, unnest($22::text[]) as own_reply) as one
           ), placed as (${insertOrderRows}), kept as (${insertNewTexts}) ${insertMessages}`,
    values: [
      ...rowsOf(orders),
      textArray(kept.map((one) => one && one.connection_id)),
      textArray(kept.map((one) => one && one.key)),
      textArray(kept.map((one) => one && one.fingerprint)),
      textArray(kept.map((one) => one && one.rights)),
      textArray(ownReplies(orders, kept)),
    ],
  });
}

/**
 * Inserts new orders as `insertOrders` does, those with a key only if it has no reply yet, and keeps their replies. Returns
 * the ids of the inserted ones. A group has each key once: the process refuses a second request while the first is under way.
 */
export async function insertKeyedOrders(
  db: Queryable,
  orders: readonly NewOrder[],
  kept: readonly (KeptText | null)[],
): Promise<Set<string>> {
  const sent = orders.flatMap(({ order, messages }) => messages.map((message) => ({ id: order.id, message })));
  const { rows } = await db.query<{ id: string }>({
    name: 'insert-keyed-orders',
    text: `with given as materialized (
             select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
               $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[])
             as one (${orderColumns}, ${keptTextColumns})
           ), kept as (${insertKeptTexts}),
           stored as materialized (
             select * from given
             where key is null or (account_id, connection_id, key) in (select account_id, connection_id, key from kept)
           ), placed as (
             insert into orders (${orderColumns}, document_version)
             select account_id, id, location_id, timezone, status, created_by, customer_id, customer_anonymised::boolean,
               private_refs::jsonb, document, $24::smallint from stored
           ), announced as (
             insert into outbox (${outboxColumns})
             select message_id, topic, message_key, body, request_id, traceparent
             from unnest($17::text[], $18::text[], $19::text[], $20::text[], $21::text[], $22::text[], $23::text[])
               with ordinality as message (order_id, message_id, topic, message_key, body, request_id, traceparent, place)
             where order_id in (select stored.id from stored) order by place
           )
           select id from stored`,
    values: [
      ...orderArrays(orders),
      ...keptTextArrays(kept),
      textArray(sent.map(({ id }) => id)),
      ...outboxArrays(sent.map(({ message }) => message)),
      documentVersion,
    ],
  });
  return new Set(rows.map(({ id }) => id));
}
