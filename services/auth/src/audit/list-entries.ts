import type { Database } from '@order-hub/shared/database';
import type { Page } from '@order-hub/shared/page';
import type { AuditEntry, EntryFilters } from './audit.ts';
import * as store from './audit.store.ts';

const shownMax = 50;

/** A page of the audit, newest first: the entries before `before`. */
export const listEntries = (db: Database, filters: EntryFilters, before?: string): Promise<Page<AuditEntry>> =>
  store.listEntries(db, filters, { before, count: shownMax });
