import type { Migration } from '@order-hub/shared/migration';

/**
 * The resource of each logged attempt, for the pages of the delivery log; null for those from before. The index finds the attempts of a
 * kind of event, the newest first, however many of other kinds there are.
 */
export const resourcesOfAttempts: Migration = {
  name: '0017-resources-of-attempts',
  up: `
    alter table logged_attempts add resource_id text;
    create index logged_attempts_type on logged_attempts (connection_id, type, id);
  `,
  down: `
    drop index logged_attempts_type;
    alter table logged_attempts drop resource_id;
  `,
};
