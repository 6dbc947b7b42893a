import type { Migration } from '@order-hub/shared/migration';

/** For the back office's lists: the connections of account level, and those that users granted for their profile alone. */
export const connectionLists: Migration = {
  name: '0013-connection-lists',
  up: `
    create index connections_account_level on connections (account_id, id) where location_id is null;
    create index connections_user on connections (user_id, id) where account_id is null;
  `,
  down: `
    drop index connections_user;
    drop index connections_account_level;
  `,
};
