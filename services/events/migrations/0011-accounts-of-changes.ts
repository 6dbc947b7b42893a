import type { Migration } from '@order-hub/shared/migration';

export const accountsOfChanges: Migration = {
  name: '0011-accounts-of-changes',
  up: `
    -- The account in which the resource changed. The release before does not write this column.
    alter table changes add column account_id text collate "C";
  `,
  down: 'alter table changes drop column account_id;',
};
