import type { Migration } from '@order-hub/shared/migration';

/** When a connection was last used, as gateways tell it now and then. Apart, so that this leaves the rows of connections alone. */
export const connectionUses: Migration = {
  name: '0010-connection-uses',
  up: `
    create table connection_uses (
      connection_id text collate "C" primary key references connections,
      used_at timestamptz not null
    ) with (fillfactor = 80);
  `,
  down: 'drop table connection_uses;',
};
