import { newSecret } from '@order-hub/pages/form-token';
import type { Queryable } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { byUser } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import type { BrowserContext } from './browser-context.ts';
import { closeSessionIn } from './close-session.ts';
import { upsertKnownBrowser } from './browsers/known-browser.store.ts';
import { sessionEntry } from './session.ts';
import { insertSession } from './session.store.ts';

const agentCharsMax = 300;
const knownBrowsersMax = 20;

/**
 * Opens a session of a user in this browser, in the transaction `trx`, and returns the secret of its cookie. Every log-in gets a
 * new secret, so no one can have planted it. The browser's previous session ends, and from now on the user is known to use it.
 */
export async function openSessionIn(trx: Queryable, ctx: BrowserContext, user_id: string): Promise<string> {
  const { session, browser, address, userAgent, now } = ctx;
  const secret = newSecret();
  const id_digest = digest(secret);
  if (session) await closeSessionIn(trx, { ...ctx, session });
  const user_agent = userAgent?.slice(0, agentCharsMax).toWellFormed() ?? null;
  const email = await insertSession(trx, { id_digest, user_id, address, user_agent, now });
  const by = byUser({ ...ctx, user: { id: user_id, email } });
  await recordEntry(trx, by, sessionEntry('session.open', { id_digest, user_id }));
  await upsertKnownBrowser(trx, { user_id, browser_digest: digest(browser), seen_at: now }, knownBrowsersMax);
  return secret;
}
