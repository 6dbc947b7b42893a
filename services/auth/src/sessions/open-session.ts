import type { Queryable } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { byUser } from '../audit/audit.ts';
import { recordDeed } from '../audit/record-deed.ts';
import type { Visit } from '../pages/visit.ts';
import { upsertKnownBrowser } from './attempt.store.ts';
import { closeSession } from './close-session.ts';
import { newSecret, sessionDeed } from './session.ts';
import { insertSession } from './session.store.ts';

const agentCharsMax = 300;
const knownBrowsersMax = 20;

/**
 * Opens a session of a user in this browser, in place of the one that it has, and returns the secret of its cookie. It is
 * a new one at each log-in: nobody can have planted it. The browser is one that the user is known by from now on. In a
 * transaction.
 */
export async function openSession(trx: Queryable, visit: Visit, user_id: string): Promise<string> {
  const { session, browser, address, userAgent, now } = visit;
  const secret = newSecret();
  const id_digest = digest(secret);
  if (session && visit.user) await closeSession(trx, { ...visit, user: visit.user, session });
  const user_agent = userAgent?.slice(0, agentCharsMax).toWellFormed() ?? null;
  const email = await insertSession(trx, { id_digest, user_id, address, user_agent, now });
  const by = byUser({ ...visit, user: { id: user_id, email } });
  await recordDeed(trx, by, sessionDeed('session.open', { id_digest, user_id }));
  await upsertKnownBrowser(trx, { user_id, browser_digest: digest(browser), seen_at: now }, knownBrowsersMax);
  return secret;
}
