import type { Database } from '@order-hub/shared/database';
import { takePage, type Page } from '@order-hub/shared/page';
import type { AuditEntry, EntryFilters } from './audit.ts';
import { findEntries } from './audit.store.ts';

const shownMax = 50;

/** A page of the audit, newest first: what happened before the entry `before`. */
export const listEntries = async (db: Database, filters: EntryFilters, before?: string): Promise<Page<AuditEntry>> =>
  takePage(await findEntries(db, filters, { before, count: shownMax }), shownMax, ({ id }) => id);
