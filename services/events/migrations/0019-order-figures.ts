import type { Migration } from '@order-hub/shared/migration';

/**
 * What the back office shows of orders without counting them (docs/decisions/0084-figures-of-a-day.md). `day` and `hour` are those of the
 * location's clocks when the order came. `counted_…`: what the figures of the day held of the order before its last change, so that one
 * statement both updates the order and corrects them. `version`: the id of the message with the last change.
 */
export const orderFigures: Migration = {
  name: '0019-order-figures',
  up: `
    create table order_records (
      account_id text collate "C" not null,
      order_id text collate "C" not null,
      location_id text collate "C" not null,
      day date not null,
      hour smallint not null,
      channel text collate "C" not null,
      service_type text,
      status text not null,
      total numeric not null,
      currency text collate "C" not null,
      created_at timestamptz not null,
      expected_at timestamptz,
      confirmed_at timestamptz,
      changed_at timestamptz not null,
      version text collate "C" not null,
      counted_status text,
      counted_total numeric,
      counted_currency text collate "C",
      primary key (account_id, order_id)
    ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
    create index order_records_due on order_records (account_id, location_id, coalesce(confirmed_at, expected_at))
      where status not in ('completed', 'rejected', 'cancelled', 'delivery_failed');
    create index order_records_day on order_records (day);

    create table order_days (
      account_id text collate "C" not null,
      location_id text collate "C" not null,
      day date not null,
      hour smallint not null,
      channel text collate "C" not null,
      currency text collate "C" not null,
      orders integer not null,
      turnover numeric not null,
      rejected integer not null,
      cancelled integer not null,
      primary key (account_id, location_id, day, hour, channel, currency)
    ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
    create index order_days_day on order_days (day);

    create table order_history (
      account_id text collate "C" not null,
      order_id text collate "C" not null,
      id text collate "C" not null,
      at timestamptz not null,
      client_id text collate "C",
      client_name text,
      from_status text,
      to_status text not null,
      fields text not null,
      primary key (account_id, order_id, id)
    );
  `,
  down: 'drop table order_history; drop table order_days; drop table order_records;',
};
