/**
 * How often passwords may be tried, users may log in and sign up, and forms may be sent (docs/api/back-office.md#attempts).
 * Each attempt counts in one or more counters. The first `free` attempts have no consequence. `waits`: the seconds to wait
 * after each further one. `delays`: the seconds for which each further one is held before its password is checked; a counter
 * that only delays refuses nobody. The last value of a list applies to all later attempts.
 */
import { addressKey } from '@order-hub/shared/address-key';
import { digest } from '@order-hub/shared/encryption';

/**
 * `onSuccess`: a success resets a user's own counter. Other people's attempts count in a shared one too, so a success takes
 * back one attempt only. A counter of log-ins keeps it.
 */
export type Counter = {
  key_digest: string;
  free: number;
  waits: readonly number[];
  delays: readonly number[];
  onSuccess: 'reset' | 'takeBack' | 'keep';
};

/** How often users may sign up and log in, and how many sessions a user may have (docs/api/limits.md#pages). */
export type LogInLimits = {
  delaySecondsMax: number;
  perAddressMinute: number;
  perUserMinute: number;
  signUpsPerHour: number;
  sessionsMax: number;
};

const longestSeconds = 15 * 60;
const doubling = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, longestSeconds];

const ofOnePerson = { free: 4, waits: doubling };
/** More than one address may have in flight at the gateway, so people who share an address do not block each other. */
const ofAddress = { free: 19, waits: doubling };

const counter = (key_digest: string, how: Partial<Counter>): Counter => ({
  ...{ free: 0, waits: [], delays: [], onSuccess: 'reset' },
  ...how,
  key_digest,
});

const keyOf = (kind: string, ...names: readonly string[]) => digest(JSON.stringify([kind, ...names]));

/** Between the two parts of a counter's key that belongs to an email address; `.` and `/` are neighbours in ASCII. */
const [separator, afterSeparator] = ['.', '/'];

const emailKeyOf = (email_key: string) => keyOf('email', email_key);

/** A counter that `countersOfEmail` covers. */
const ofEmail = (email_key: string, kind: string, name: string) =>
  emailKeyOf(email_key) + separator + keyOf(kind, name);

/** The keys of all counters of an email address: its own, and those from `first` up to, but without, `end`. */
export function countersOfEmail(email_key: string): { own: string; first: string; end: string } {
  const own = emailKeyOf(email_key);
  return { own, first: own + separator, end: own + afterSeparator };
}

/** Answers that are to prove a second factor; of a browser in which this user has logged in before, on their own. */
export const secondFactorCounter = (user_id: string, knownBrowser = '') =>
  counter(keyOf('second-factor', user_id, knownBrowser), ofOnePerson);

const nameOf = (address: string | null) => addressKey(address ?? '');

/** Attempts for an email address from one remote address, from browsers that do not know its user. */
export const emailAndAddressCounter = (email_key: string, address: string | null) =>
  counter(ofEmail(email_key, 'address', nameOf(address)), ofOnePerson);

/** Attempts for an email address, from wherever, from browsers that do not know its user. It only delays. */
export const emailCounter = (email_key: string, delaySecondsMax: number) =>
  counter(emailKeyOf(email_key), { free: 4, delays: doubling.map((seconds) => Math.min(seconds, delaySecondsMax)) });

/** Attempts of a browser in which this user has logged in before. */
export const browserCounter = (email_key: string, browser: string) =>
  counter(ofEmail(email_key, 'browser', browser), ofOnePerson);

/** Attempts to confirm that it is still the user of a session. */
export const sessionCounter = (id_digest: string) => counter(keyOf('session', id_digest), ofOnePerson);

/** Attempts from a remote address, for whichever email address. */
export const addressCounter = (address: string | null) =>
  counter(keyOf('address', nameOf(address)), { ...ofAddress, onSuccess: 'takeBack' });

type Window = { max: number; windowMs: number; now: Date };

/** Counts up to `max` in a window of the clock, and makes further attempts wait until it ends. */
function windowCounter(kind: string, name: string, { max, windowMs, now }: Window): Counter {
  const window = Math.floor(now.getTime() / windowMs);
  const secondsLeft = Math.ceil(((window + 1) * windowMs - now.getTime()) / 1_000);
  return counter(keyOf(kind, name, String(window)), { free: max - 1, waits: [secondsLeft], onSuccess: 'keep' });
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Sign-ups from a remote address in one hour of the clock. */
export const signUpCounter = (address: string | null, now: Date, max: number) =>
  windowCounter('sign-up', nameOf(address), { max, windowMs: hourMs, now });

/** Log-ins from a remote address in one minute of the clock, whether they succeed or not. */
export const addressLogInCounter = (address: string | null, now: Date, max: number) =>
  windowCounter('log-in-address', nameOf(address), { max, windowMs: minuteMs, now });

/** Log-ins with an email address in one minute of the clock, with the right password. */
export const userLogInCounter = (email_key: string, now: Date, max: number) =>
  windowCounter('log-in-user', email_key, { max, windowMs: minuteMs, now });

/** Forms that a user sends in one minute of the clock, from all their sessions. */
export const formCounter = (user_id: string, now: Date, max: number) =>
  windowCounter('form', user_id, { max, windowMs: minuteMs, now });

/** Mails of a kind to an email address in one hour of the clock. */
export const mailsToRecipientCounter = (kind: string, email_key: string, now: Date, max: number) =>
  windowCounter(`mail-${kind}`, email_key, { max, windowMs: hourMs, now });

/** Mails that an account causes in one hour of the clock. */
export const mailsOfAccountCounter = (account_id: string, now: Date, max: number) =>
  windowCounter('mail-account', account_id, { max, windowMs: hourMs, now });

/** Password links that are asked for from a remote address in one hour of the clock. */
export const linkRequestCounter = (address: string | null, now: Date, max: number) =>
  windowCounter('password-link', nameOf(address), { max, windowMs: hourMs, now });

/** The seconds by which the attempt with this number is delayed. */
export const delayOf = ({ free, delays }: Counter, count: number): number =>
  delays[Math.min(count - free, delays.length) - 1] ?? 0;

/** The whole seconds until a counter no longer waits: at least one. */
export const secondsUntil = (waits_until: Date, now: Date): number =>
  Math.max(1, Math.ceil((waits_until.getTime() - now.getTime()) / 1_000));

/** A time to wait, for people: `40 seconds`, `15 minutes`. */
export function waitInWords(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const dayMs = 24 * hourMs;

/** An attempt is forgotten when none has followed it for a day. */
export const forgottenBefore = (now: Date) => new Date(now.getTime() - dayMs);
