/** The rules of sessions: how long they last, and what proves that a form is ours (docs/decisions/0026-pages.md). */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Who has logged in. */
export type SignedIn = {
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  timezone: string;
  is_operator: boolean;
};

/** `confirmed_at`: when the password was last given. */
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

/** Names a session among those of its user. From it neither the cookie nor its digest can be found. */
export const handleOf = ({ id_digest }: { id_digest: string }) => id_digest.slice(0, handleChars);

const day = 24 * 60 * 60 * 1000;
const idleMs = 3 * day;
const lifeMs = 30 * day;
const confirmedMs = 10 * 60 * 1000;

/** A session is over when it was not used since, or was created before. */
export const sessionLimits = (now: Date) => ({
  usedAfter: new Date(now.getTime() - idleMs),
  createdAfter: new Date(now.getTime() - lifeMs),
});

const shownDigits = 12;

/** What the audit says of a session: a part of its digest, by which its begin and its end are found together. */
export const sessionDeed = (
  action: 'session.open' | 'session.close',
  { id_digest, user_id }: { id_digest: string; user_id: string },
) => ({ action, account_id: null, subject_id: user_id, details: { session: id_digest.slice(0, shownDigits) } });

/** Whether the password was given so lately that secrets may be shown. */
export const isConfirmed = ({ confirmed_at }: Session, now: Date) =>
  now.getTime() - confirmed_at.getTime() < confirmedMs;

/** What a cookie holds: 192 random bits. */
export const newSecret = () => randomBytes(24).toString('hex');

export const isSecret = (text: string | undefined): text is string => /^[0-9a-f]{48}$/.test(text ?? '');

const tokenWith = (key: string, secret: string) =>
  createHmac('sha256', `form:${key}`).update(secret).digest('base64url');

/** The token in the forms of a browser. `secret` is that of its cookie, which no other site can read or guess. */
export const formToken = ([key = '']: readonly string[], secret: string) => tokenWith(key, secret);

export const isFormToken = (keys: readonly string[], secret: string, given: string) =>
  keys.some((key) => {
    const [expected, presented] = [Buffer.from(tokenWith(key, secret)), Buffer.from(given)];
    return expected.length === presented.length && timingSafeEqual(expected, presented);
  });
