/** The rules of sessions: how long they last, and what others may know of them (docs/decisions/0026-pages.md). */
import { digest } from '@order-hub/shared/encryption';

/** `confirmed_at`: when the password was last entered. */
export type Session = { id_digest: string; confirmed_at: Date };

/** A session as its user sees it, among the others. */
export type OpenSession = {
  id_digest: string;
  address: string | null;
  user_agent: string | null;
  created_at: Date;
  used_at: Date;
};

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

const shownDigits = 12;

/** What the audit says of a session: part of its digest, which ties its beginning to its end. */
export const sessionEntry = (
  action: 'session.open' | 'session.close',
  { id_digest, user_id }: { id_digest: string; user_id: string },
) => ({ action, account_id: null, subject_id: user_id, details: { session: id_digest.slice(0, shownDigits) } });

/** Whether the password was confirmed recently enough to show secrets. */
export const isConfirmed = ({ confirmed_at }: Session, now: Date) =>
  now.getTime() - confirmed_at.getTime() < confirmedMs;

/** The session of this browser. Its cookie holds the secret, its row the digest. */
export const ownSession = ({ sessionSecret }: { sessionSecret: string }) => ({ id_digest: digest(sessionSecret) });
