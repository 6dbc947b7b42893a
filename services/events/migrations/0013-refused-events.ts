import type { Migration } from '@order-hub/shared/migration';

/**
 * What was answered with a status from 400 to 499 (docs/api/events.md#refused-events).
 *
 * - `callbacks.acknowledge`: which statuses acknowledge. Null: 200 to 499. `2xx`: only 200 to 299.
 * - `callbacks.refusals`: how many refusals came one after the other, without an answer from 200 to 399 between them.
 *   `refusal_status`: the status of the last one.
 * - `callbacks_refused`: the few callbacks that pages warn about (src/overview/refused-callbacks.store.ts).
 * - `dropped_events.refused`: the copy is of an event that was acknowledged with a refusal, not of one that was given up.
 *
 * A process of the previous release writes none of them, and the defaults are what it means.
 */
export const refusedEvents: Migration = {
  name: '0013-refused-events',
  up: `
    alter table callbacks
      add column acknowledge text,
      add column refusals integer not null default 0,
      add column refusal_status smallint;
    create index callbacks_refused on callbacks (connection_id) where refusals >= 20;
    alter table dropped_events add column refused boolean not null default false;
  `,
  down: `
    alter table dropped_events drop column refused;
    drop index callbacks_refused;
    alter table callbacks drop column acknowledge, drop column refusals, drop column refusal_status;
  `,
};
