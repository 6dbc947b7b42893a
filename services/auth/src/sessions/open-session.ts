import { newSecret } from '@order-hub/pages/secret';
import type { Queryable } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { byUser } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import type { BrowserContext } from './browser-context.ts';
import { closeSessionIn } from './close-session.ts';
import { upsertKnownBrowser } from './browsers/known-browser.store.ts';
import { handleOf, sessionEntry, type ProvenBy } from './session.ts';
import { deleteSession, deleteSessionsBeyond, insertSession } from './session.store.ts';
import { textStart } from '@order-hub/shared/text-start';

const agentCharsMax = 300;
const knownBrowsersMax = 20;

/**
 * Ends the session that the browser has. Returns whether it was the same user's: then the new one takes its place, and the
 * audit says nothing of either.
 */
async function endPrevious(trx: Queryable, ctx: BrowserContext, user_id: string): Promise<boolean> {
  const { session } = ctx;
  if (!session) return false;
  if (session.user.id === user_id) return deleteSession(trx, session.id_digest);
  await closeSessionIn(trx, { ...ctx, session });
  return false;
}

/** `sessionsMax`: how many the user may have. `factor`: what was proven besides the password. */
export type NewSession = { user_id: string; sessionsMax: number; factor?: ProvenBy };

/**
 * Opens a session of a user in this browser, in the transaction `trx`, and returns the secret of its cookie. Every log-in gets a
 * new secret, so no one can have planted it. The browser's previous session ends, and from now on the user is known to use it.
 * Of a user with more than `sessionsMax` sessions, those end that were not used for longest (docs/api/limits.md#pages).
 */
export async function openSessionIn(
  trx: Queryable,
  ctx: BrowserContext,
  { user_id, sessionsMax, factor }: NewSession,
): Promise<string> {
  const { browser, address, userAgent, now } = ctx;
  const secret = newSecret();
  const id_digest = digest(secret);
  const isRepeated = await endPrevious(trx, ctx, user_id);
  const user_agent = userAgent === null ? null : textStart(userAgent, agentCharsMax);
  const email = await insertSession(trx, { id_digest, user_id, address, user_agent, now });
  const ended = await deleteSessionsBeyond(trx, { user_id, id_digest }, sessionsMax);
  if (!isRepeated) {
    const by = byUser({ ...ctx, user: { id: user_id, email } });
    const handle = handleOf({ id_digest });
    await recordEntry(trx, by, sessionEntry('session.open', { handle, user_id, ended: ended.map(handleOf), factor }));
  }
  await upsertKnownBrowser(trx, { user_id, browser_digest: digest(browser), seen_at: now }, knownBrowsersMax);
  return secret;
}
