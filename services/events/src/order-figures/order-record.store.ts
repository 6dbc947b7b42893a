import { textArray } from '@order-hub/shared/binary-array';
import type { Queryable } from '@order-hub/shared/database';
import type { OrderFacts } from './order-facts.ts';

const upsertText = `
  with stored as (
    insert into order_records as r (account_id, order_id, location_id, day, hour, channel, service_type, status, total, currency,
      created_at, expected_at, confirmed_at, changed_at, version)
    select o.account_id, o.order_id, o.location_id, o.day::date, o.hour::smallint, o.channel, o.service_type, o.status,
      o.total::numeric, o.currency, o.created_at::timestamptz, o.expected_at::timestamptz, o.confirmed_at::timestamptz,
      o.changed_at::timestamptz, o.version
    from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
      $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[]) as o (account_id, order_id, location_id, day,
      hour, channel, service_type, status, total, currency, created_at, expected_at, confirmed_at, changed_at, version)
    order by o.account_id collate "C", o.order_id collate "C"
    on conflict (account_id, order_id) do update
    set counted_status = r.status, counted_total = r.total, counted_currency = r.currency,
      status = excluded.status, total = excluded.total, currency = excluded.currency,
      service_type = excluded.service_type, expected_at = excluded.expected_at, confirmed_at = excluded.confirmed_at,
      changed_at = excluded.changed_at, version = excluded.version
    where r.version < excluded.version
    returning account_id, location_id, day, hour, channel, status, total, currency, counted_status, counted_total, counted_currency
  ), changed as (
    select account_id, location_id, day, hour, channel, currency, status, total, 1 as sign from stored
    union all
    select account_id, location_id, day, hour, channel, counted_currency, counted_status, counted_total, -1 from stored
    where counted_status is not null
  ), sums as (
    select account_id, location_id, day, hour, channel, currency,
      sum(sign * (status not in ('rejected', 'cancelled'))::int) as orders,
      sum(sign * case when status in ('rejected', 'cancelled') then 0 else total end) as turnover,
      sum(sign * (status = 'rejected')::int) as rejected,
      sum(sign * (status = 'cancelled')::int) as cancelled
    from changed group by account_id, location_id, day, hour, channel, currency
  )
  insert into order_days as d (account_id, location_id, day, hour, channel, currency, orders, turnover, rejected, cancelled)
  select account_id, location_id, day, hour, channel, currency, orders, turnover, rejected, cancelled
  from sums where orders <> 0 or turnover <> 0 or rejected <> 0 or cancelled <> 0
  order by account_id, location_id, day, hour, channel, currency
  on conflict (account_id, location_id, day, hour, channel, currency) do update
  set orders = d.orders + excluded.orders, turnover = d.turnover + excluded.turnover,
    rejected = d.rejected + excluded.rejected, cancelled = d.cancelled + excluded.cancelled`;

/**
 * Stores orders, and corrects the figures of their days by what each changed. Ignores a version that is not newer than the stored one. Takes
 * the orders in the order of their keys, and then writes the figures in the order of theirs: two batches cannot deadlock.
 */
export async function upsertOrders(trx: Queryable, orders: readonly OrderFacts[]): Promise<void> {
  const column = (name: keyof OrderFacts) => textArray(orders.map((order) => order[name]));
  await trx.query({
    name: 'upsert-orders',
    text: upsertText,
    values: [
      ...[column('account_id'), column('order_id'), column('location_id'), column('day'), column('hour')],
      ...[column('channel'), column('service_type'), column('status'), column('total'), column('currency')],
      ...[column('created_at'), column('expected_at'), column('confirmed_at'), column('changed_at'), column('version')],
    ],
  });
}

const batchSize = 1_000;

/** Deletes some orders of days before this one, with their timelines, and some of those days' figures. Returns the number of rows. */
export async function deleteOldOrders(db: Queryable, day: string): Promise<number> {
  const { rows } = await db.query<{ deleted: number }>({
    name: 'delete-old-orders',
    text: `with old as (
             select account_id, order_id from order_records where day < $1::date limit $2 for update skip locked
           ), entries as (
             delete from order_history h using old where h.account_id = old.account_id and h.order_id = old.order_id
           ), records as (
             delete from order_records r using old where r.account_id = old.account_id and r.order_id = old.order_id returning 1
           ), old_days as (
             select account_id, location_id, day, hour, channel, currency from order_days where day < $1::date
             limit $2 for update skip locked
           ), days as (
             delete from order_days d using old_days o
             where d.account_id = o.account_id and d.location_id = o.location_id and d.day = o.day and d.hour = o.hour
               and d.channel = o.channel and d.currency = o.currency returning 1
           )
           select ((select count(*) from records) + (select count(*) from days))::int as deleted`,
    values: [day, batchSize],
  });
  return rows[0]?.deleted ?? 0;
}
