import type { Database } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { isSecret, newSecret, sessionLimits, type Session, type SignedIn } from './session.ts';
import { findSession, updateUsedAt } from './session.store.ts';

/** Who looks at a page. `browser` is the secret of the browser's own cookie; `isNew`: that cookie must be set. */
export type Visitor = {
  user: SignedIn | null;
  session: Session | null;
  /** The secret of the session's cookie. */
  sessionSecret: string | null;
  browser: string;
  isNew: boolean;
};

const noteEveryMs = 60_000;

/** The visitor with these cookies. A cookie that is none of ours is ignored. */
export async function findVisitor(
  db: Database,
  cookies: { session: string | undefined; browser: string | undefined },
  now: Date,
): Promise<Visitor> {
  const known = isSecret(cookies.browser) ? cookies.browser : undefined;
  const anybody = { browser: known ?? newSecret(), isNew: known === undefined };
  const nobody = { user: null, session: null, sessionSecret: null, ...anybody };
  if (!isSecret(cookies.session)) return nobody;
  const found = await findSession(db, digest(cookies.session), sessionLimits(now));
  if (!found) return nobody;
  const { user, session, used_at } = found;
  if (now.getTime() - used_at.getTime() > noteEveryMs) await updateUsedAt(db, session.id_digest, now);
  return { user, session, sessionSecret: cookies.session, ...anybody };
}
