/**
 * How often passwords may be tried and users be made (docs/api/back-office.md#attempts). Each attempt counts in one or more
 * counters; a counter is a name and the seconds to wait after its first attempt, its second and so on, the last for all
 * that follow.
 */
import { addressKey } from '@order-hub/shared/address-key';
import { digest } from '@order-hub/shared/encryption';

/** `isShared`: others' attempts count in it too, so who succeeds takes back their own attempt and no more. */
export type Counter = { key_digest: string; waits: readonly number[]; isShared: boolean };

const longestSeconds = 15 * 60;
const doubling = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, longestSeconds];

/** Doubles from the `first` attempt on. */
const waitsFrom = (first: number) => [...Array.from({ length: first - 1 }, () => 0), ...doubling];

const ofOnePerson = waitsFrom(5);
/** Above what one address may have under way at the gateway: people who share one do not stop each other. */
const ofAddress = waitsFrom(20);

const counter = (kind: string, names: readonly string[], waits: readonly number[], isShared = false): Counter => ({
  key_digest: digest(JSON.stringify([kind, ...names])),
  waits,
  isShared,
});

/** Attempts for an email address, from browsers that do not know its user. */
export const emailCounter = (email_key: string) => counter('email', [email_key], ofOnePerson);

/** Attempts of a browser in which this user has logged in before. */
export const browserCounter = (email_key: string, browser: string) =>
  counter('browser', [email_key, browser], ofOnePerson);

/** Attempts to confirm that it is still the user of a session. */
export const sessionCounter = (id_digest: string) => counter('session', [id_digest], ofOnePerson);

const nameOf = (address: string | null) => addressKey(address ?? '');

/** Attempts from a remote address, for whichever email address. */
export const addressCounter = (address: string | null) => counter('address', [nameOf(address)], ofAddress, true);

const signUpsAnHour = 20;
const hourMs = 3_600_000;

/** Sign-ups from a remote address in one hour of the clock. */
export function signUpCounter(address: string | null, now: Date): Counter {
  const hour = Math.floor(now.getTime() / hourMs);
  const secondsLeft = Math.ceil(((hour + 1) * hourMs - now.getTime()) / 1_000);
  const waits = [...Array.from({ length: signUpsAnHour - 1 }, () => 0), secondsLeft];
  return counter('sign-up', [nameOf(address), String(hour)], waits, true);
}

/** A time to wait, for people: `40 seconds`, `15 minutes`. */
export function waitInWords(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const dayMs = 24 * hourMs;

/** An attempt is forgotten when none has followed it for a day. */
export const forgottenBefore = (now: Date) => new Date(now.getTime() - dayMs);
