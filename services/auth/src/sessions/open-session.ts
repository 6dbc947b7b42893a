import type { Queryable } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import type { Visit } from '../pages/visit.ts';
import { upsertKnownBrowser } from './attempt.store.ts';
import { newSecret } from './session.ts';
import { deleteSession, insertSession } from './session.store.ts';

const agentCharsMax = 300;
const knownBrowsersMax = 20;

/**
 * Opens a session of a user in this browser, in place of the one that it has, and returns the secret of its cookie. It is
 * a new one at each log-in: nobody can have planted it. The browser is one that the user is known by from now on.
 */
export async function openSession(db: Queryable, visit: Visit, user_id: string): Promise<string> {
  const { session, browser, address, userAgent, now } = visit;
  const secret = newSecret();
  if (session) await deleteSession(db, session.id_digest);
  const user_agent = userAgent?.slice(0, agentCharsMax).toWellFormed() ?? null;
  await insertSession(db, { id_digest: digest(secret), user_id, address, user_agent, now });
  await upsertKnownBrowser(db, { user_id, browser_digest: digest(browser), seen_at: now }, knownBrowsersMax);
  return secret;
}
