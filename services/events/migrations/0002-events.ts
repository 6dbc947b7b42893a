import type { Migration } from '@order-hub/shared/migration';

/**
 * A change is stored once, as the JSON text of its parts. An event is one small row per callback that receives it.
 * `next_attempt_at` is when the event is due; of a leased event it is the end of the lease. See src/pushing/pusher.ts.
 */
export const events: Migration = {
  name: '0002-events',
  up: `
    create table changes (
      id text collate "C" primary key,
      resource_type text not null,
      event_type text not null,
      created_at timestamptz not null,
      timezone text not null,
      ids text not null,
      previous_state text,
      new_state text,
      state_change text,
      previous_private_refs jsonb,
      private_refs jsonb,
      customer_id text collate "C"
    ) with (toast_tuple_target = 8160);
    -- Most states are read once, soon, and deleted: not compressed and, up to a page, not put out of line.
    alter table changes alter column previous_state set storage external, alter column new_state set storage external;
    create index changes_customer on changes (customer_id, id) where customer_id is not null;

    create table events (
      callback_id text collate "C" not null,
      id text collate "C" not null,
      change_id text collate "C" not null,
      resource text collate "C" not null,
      attempts smallint not null default 0,
      next_attempt_at timestamptz not null default now(),
      lease_id text collate "C",
      primary key (callback_id, id)
    ) with (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 5000);
    create index events_due on events (callback_id, next_attempt_at, id);
    create index events_in_flight on events (callback_id, resource) where lease_id is not null;
    create index events_change on events (change_id);

    create table dropped_events (
      id text collate "C" primary key,
      change_id text collate "C" not null,
      connection_id text collate "C" not null,
      attempts smallint not null,
      reason text not null,
      dropped_at timestamptz not null default now()
    );
    create index dropped_events_change on dropped_events (change_id);
    create index dropped_events_dropped_at on dropped_events (dropped_at);

    create table forgotten_customers (
      customer_id text collate "C" primary key,
      forgotten_at timestamptz not null default now()
    );
  `,
  down: 'drop table forgotten_customers; drop table dropped_events; drop table events; drop table changes;',
};
