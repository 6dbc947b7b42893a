import type { Migration } from '@order-hub/shared/migration';

const slots = Array.from({ length: 10 }, (_, slot) => slot);

const partitions = slots.map(
  (slot) => `create table logged_attempts_${slot} partition of logged_attempts for values in (${slot});`,
);

/**
 * The attempts of a week (docs/api/events.md#delivery-log). A day's rows are in the partition `day % 10`, the day counted from
 * 1970, so every row has a partition and no partition is ever added: clearing a day away is truncating one.
 */
export const attemptLog: Migration = {
  name: '0014-attempt-log',
  up: `
    create table logged_attempts (
      slot smallint not null,
      id text collate "C" not null,
      account_id text collate "C" not null,
      connection_id text collate "C" not null,
      event_id text collate "C" not null,
      type text not null,
      attempt smallint not null,
      state text not null,
      status smallint,
      fault text,
      duration_ms integer not null,
      retry_at timestamptz,
      request_headers text not null,
      response_headers text,
      response_body text,
      primary key (connection_id, id, slot)
    ) partition by list (slot);
    create index logged_attempts_event on logged_attempts (event_id, id);
    create index logged_attempts_trouble on logged_attempts (connection_id, state, id) where state <> 'acknowledged';
    ${partitions.join('\n    ')}
  `,
  down: 'drop table logged_attempts;',
};
