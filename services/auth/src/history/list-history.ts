import type { Database } from '@order-hub/shared/database';
import type { Page } from '@order-hub/shared/page';
import type { SessionContext } from '../sessions/browser-context.ts';
import { historyStart, type HistoryEntry } from './history.ts';
import * as store from './history.store.ts';

const shownMax = 50;

/** A page of the history of the session's user, newest first: the entries before `before`. */
export const listHistory = (
  { db }: { db: Database },
  { session: { user }, now }: SessionContext,
  before?: string,
): Promise<Page<HistoryEntry>> => store.listHistory(db, user.id, { since: historyStart(now), before, count: shownMax });
