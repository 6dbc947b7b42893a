import type { Migration } from '@order-hub/shared/migration';

/** All images of an account are counted, attached or not (docs/api/limits.md#quotas): from an index, without reading rows. */
export const imageTotals: Migration = {
  name: '0007-image-totals',
  up: `
    create index images_account on images (account_id) include (size, unattached_since);
    drop index images_unattached_account;
  `,
  down: `
    create index images_unattached_account on images (account_id) include (size) where unattached_since is not null;
    drop index images_account;
  `,
};
