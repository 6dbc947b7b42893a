import type { Migration } from '@order-hub/shared/migration';

/** Counts the live connections of an account for its quota, however many it has disconnected. */
export const liveConnections: Migration = {
  name: '0015-live-connections',
  up: 'create index connections_live on connections (account_id) where disconnected_at is null;',
  down: 'drop index connections_live;',
};
