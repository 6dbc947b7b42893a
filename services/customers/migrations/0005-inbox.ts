import type { Migration } from '@order-hub/shared/migration';
import { inboxMigration } from '@order-hub/shared/inbox';

/** The service consumes again. */
export const inboxAgain: Migration = { ...inboxMigration, name: '0005-inbox' };
