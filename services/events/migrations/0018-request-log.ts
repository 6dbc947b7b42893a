import type { Migration } from '@order-hub/shared/migration';

const slots = Array.from({ length: 10 }, (_, slot) => slot);

const partitions = slots.map(
  (slot) => `create table logged_requests_${slot} partition of logged_requests for values in (${slot});`,
);

/**
 * The requests of a week (docs/api/requests.md#request-log). A day's rows are in the partition `day % 10`, as those of logged_attempts.
 * What failed has indexes of its own, so that a thousand successes between two failures cost nothing.
 */
export const requestLog: Migration = {
  name: '0018-request-log',
  up: `
    create table logged_requests (
      slot smallint not null,
      id text collate "C" not null,
      account_id text collate "C" not null,
      client_id text collate "C" not null,
      connection_id text collate "C" not null,
      method text not null,
      path text not null,
      query text,
      status smallint,
      failed boolean not null,
      code text,
      fields text,
      duration_ms integer not null,
      bytes_in integer not null,
      bytes_out integer not null,
      has_idempotency_key boolean not null,
      user_agent text,
      unlisted integer not null,
      primary key (connection_id, id, slot)
    ) partition by list (slot);
    create index logged_requests_client on logged_requests (client_id, id);
    create index logged_requests_failed on logged_requests (connection_id, id) where failed;
    create index logged_requests_client_failed on logged_requests (client_id, id) where failed;
    ${partitions.join('\n    ')}
  `,
  down: 'drop table logged_requests;',
};
