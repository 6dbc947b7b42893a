import type { Migration } from '@order-hub/shared/migration';

/** Tells who did a step of an order through a page. */
export const usersOfHistory: Migration = {
  name: '0023-users-of-history',
  up: 'alter table order_history add column user_id text;',
  down: 'alter table order_history drop column user_id;',
};
