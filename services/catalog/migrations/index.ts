import type { Migration } from '@order-hub/shared/database';
import { inboxMigration, inboxRemoval } from '@order-hub/shared/inbox';
import { outboxMigration } from '@order-hub/shared/outbox';
import { catalogs } from './0001-catalogs.ts';
import { images } from './0002-images.ts';
import { inventory } from './0003-inventory.ts';

/** The schema `catalog`, in the order in which it grew. */
export const migrations: readonly Migration[] = [
  outboxMigration,
  inboxMigration,
  inboxRemoval,
  catalogs,
  images,
  inventory,
];
