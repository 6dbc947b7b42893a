import type { Queryable } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import type { Visit } from '../pages/visit.ts';
import { newSecret } from './session.ts';
import { deleteSession, insertSession } from './session.store.ts';

const agentCharsMax = 300;

/**
 * Opens a session of a user in this browser, in place of the one that it has, and returns the secret of its cookie. It is
 * a new one at each log-in: nobody can have planted it.
 */
export async function openSession(db: Queryable, visit: Visit, user_id: string): Promise<string> {
  const { session, address, userAgent, now } = visit;
  const secret = newSecret();
  if (session) await deleteSession(db, session.id_digest);
  const user_agent = userAgent?.slice(0, agentCharsMax).toWellFormed() ?? null;
  await insertSession(db, { id_digest: digest(secret), user_id, address, user_agent, now });
  return secret;
}
