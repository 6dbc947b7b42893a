import type { Database } from '@order-hub/shared/database';
import type { SessionContext } from './browser-context.ts';
import { sessionLimits, type OpenSession } from './session.ts';
import { findUserSessions } from './session.store.ts';

const shownMax = 100;

/** The browsers in which the user is logged in: the hundred that were used last. */
export const listUserSessions = (
  { db }: { db: Database },
  { session: { user }, now }: SessionContext,
): Promise<OpenSession[]> => findUserSessions(db, user.id, { limits: sessionLimits(now), count: shownMax });
