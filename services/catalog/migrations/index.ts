import type { Migration } from '@order-hub/shared/database';
import { inboxMigration, inboxRemoval } from '@order-hub/shared/inbox';
import { outboxMigration } from '@order-hub/shared/outbox';

/** The schema `catalog`, in the order in which it grew. */
export const migrations: readonly Migration[] = [outboxMigration, inboxMigration, inboxRemoval];
