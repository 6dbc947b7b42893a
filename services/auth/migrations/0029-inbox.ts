import type { Migration } from '@order-hub/shared/migration';
import { inboxMigration } from '@order-hub/shared/inbox';

/** The service consumes again: what other services tell the audit. */
export const inboxAgain: Migration = { ...inboxMigration, name: '0029-inbox' };
