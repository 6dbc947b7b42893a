import type { Database } from '@order-hub/shared/database';
import type { LoggedInUser } from '@order-hub/pages/visit';
import { isConfirmed, sessionLimits } from './session.ts';
import { findSession as findStoredSession, updateUsedAt } from './session.store.ts';

const recordUseEveryMs = 60_000;

/** A session that is not over, by the digest of its secret. Records once a minute that it is in use. */
export async function findSession(
  db: Database,
  id_digest: string,
  now: Date,
): Promise<{ user: LoggedInUser; is_confirmed: boolean } | undefined> {
  const found = await findStoredSession(db, id_digest, sessionLimits(now));
  if (!found) return undefined;
  const { user, confirmed_at, used_at } = found;
  if (now.getTime() - used_at.getTime() > recordUseEveryMs) await updateUsedAt(db, id_digest, now);
  return { user, is_confirmed: isConfirmed(confirmed_at, now) };
}
