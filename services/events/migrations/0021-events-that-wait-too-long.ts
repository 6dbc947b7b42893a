import type { Migration } from '@order-hub/shared/migration';

/**
 * When events are given up that their receiver does not take in time (docs/decisions/0095-every-event-ends.md).
 *
 * - `events.due_since`: when the time of its seven attempts began. `bytes`: of its states; null for events of the previous
 *   release, whose number alone counts.
 * - `callbacks.pushed_since` and `connections.active_since`: events that waited before count from then.
 * - `callbacks.behind_at`: when the backlog of the callback was last found to be large, or an event was given up unsent.
 *
 * A process of the previous release writes none of them, and the defaults are what it means.
 */
export const eventsThatWaitTooLong: Migration = {
  name: '0021-events-that-wait-too-long',
  up: `
    alter table events add column due_since timestamptz not null default now(), add column bytes integer;
    alter table callbacks add column pushed_since timestamptz not null default now(), add column behind_at timestamptz;
    create index callbacks_behind on callbacks (behind_at) where behind_at is not null;
    alter table connections add column active_since timestamptz not null default now();
  `,
  down: `
    alter table connections drop column active_since;
    alter table callbacks drop column pushed_since, drop column behind_at;
    alter table events drop column due_since, drop column bytes;
  `,
};
