import type { Migration } from '@order-hub/shared/migration';

/**
 * What operators need to find dropped events and to replay them: whose they are, and the resource by which they are pushed in
 * order. A process of the previous release stores rows without these columns; src/backlog reads them from elsewhere then.
 */
export const droppedEvents: Migration = {
  name: '0009-dropped-events',
  up: `
    alter table dropped_events
      add column account_id text collate "C",
      add column client_id text collate "C",
      add column resource text collate "C";
    update dropped_events d set account_id = c.account_id, client_id = c.client_id
    from connections c where c.id = d.connection_id;
    create index dropped_events_account on dropped_events (account_id, id);
    create index dropped_events_client on dropped_events (client_id, id);
    create index dropped_events_connection on dropped_events (connection_id, id);
    create index dropped_events_reason on dropped_events (reason collate "C", id);
  `,
  down: `
    drop index dropped_events_reason;
    drop index dropped_events_connection;
    drop index dropped_events_client;
    drop index dropped_events_account;
    alter table dropped_events drop column account_id, drop column client_id, drop column resource;
  `,
};
