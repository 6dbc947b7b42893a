import type { Migration } from '@order-hub/shared/migration';

/**
 * Whom the event of a logged attempt is about, so that anonymising finds what a receiver answered: it may repeat the event.
 * Empty for an event about no customer; null for attempts that the previous release logged, which may be about anybody.
 */
export const customersOfAttempts: Migration = {
  name: '0022-customers-of-attempts',
  up: `
    alter table logged_attempts add customer_id text collate "C";
    create index logged_attempts_customer on logged_attempts (customer_id) where response_headers is not null;
  `,
  down: 'drop index logged_attempts_customer; alter table logged_attempts drop customer_id;',
};
