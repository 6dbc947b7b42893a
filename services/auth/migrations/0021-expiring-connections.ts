import type { Migration } from '@order-hub/shared/migration';

/** When a connection ends by itself: that of the documentation's examples. Null for one that lasts. */
export const expiringConnections: Migration = {
  name: '0021-expiring-connections',
  up: `
    alter table connections add expires_at timestamptz;
    create index connections_expiring on connections (expires_at) where expires_at is not null and disconnected_at is null;
  `,
  down: 'drop index connections_expiring; alter table connections drop expires_at;',
};
