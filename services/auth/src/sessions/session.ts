/** The rules of sessions: how long they last, and what others may know of them (docs/decisions/0026-pages.md). */
import { digest } from '@order-hub/shared/encryption';

/** A session as its user sees it, among the others. */
export type OpenSession = {
  id_digest: string;
  address: string | null;
  user_agent: string | null;
  created_at: Date;
  used_at: Date;
};

/** By what a second factor was proven at the log-in. */
export type ProvenBy = 'app' | 'passkey' | 'recovery_code';

export const handleChars = 12;

/** Identifies a session among those of its user. It reveals neither the cookie nor its digest. */
export const handleOf = ({ id_digest }: { id_digest: string }) => id_digest.slice(0, handleChars);

const day = 24 * 60 * 60 * 1000;
const idleMs = 3 * day;
const lifeMs = 30 * day;
const confirmedMs = 10 * 60 * 1000;

/** A session is over when it was last used, or was created, before these times. */
export const sessionLimits = (now: Date) => ({
  usedAfter: new Date(now.getTime() - idleMs),
  createdAfter: new Date(now.getTime() - lifeMs),
});

/**
 * What the audit says of a session: its handle ties its beginning to its end. `ended`: the handles of older sessions that it
 * replaced. `factor`: what was proven besides the password.
 */
export const sessionEntry = (
  action: 'session.open' | 'session.close',
  {
    handle,
    user_id,
    ended = [],
    factor,
  }: { handle: string; user_id: string; ended?: string[]; factor?: ProvenBy | undefined },
) => {
  const details = { session: handle, ...(ended.length > 0 && { ended }), ...(factor !== undefined && { factor }) };
  return { action, account_id: null, subject_id: user_id, details };
};

/** Whether the password was confirmed recently enough to show secrets. `confirmed_at`: when it was last entered. */
export const isConfirmed = (confirmed_at: Date, now: Date) => now.getTime() - confirmed_at.getTime() < confirmedMs;

/** The session of this browser. Its cookie holds the secret, its row the digest. */
export const ownSession = ({ sessionSecret }: { sessionSecret: string }) => ({ id_digest: digest(sessionSecret) });
