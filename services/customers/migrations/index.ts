import type { Migration } from '@order-hub/shared/database';
import { outboxMigration } from '@order-hub/shared/outbox';

/** The schema `customers`, in the order in which it grew. */
export const migrations: readonly Migration[] = [outboxMigration];
