import type { Migration } from '@order-hub/shared/migration';

/** Finds the attempts to push the events of one order, for its page (docs/decisions/0088-searching-orders.md). */
export const attemptsAboutResources: Migration = {
  name: '0020-attempts-about-resources',
  up: 'create index logged_attempts_resource on logged_attempts (resource_id, id) where resource_id is not null;',
  down: 'drop index logged_attempts_resource;',
};
