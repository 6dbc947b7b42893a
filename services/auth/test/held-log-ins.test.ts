/** Failures for an email address delay further log-ins, which hold nothing meanwhile (docs/api/back-office.md#attempts). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { emailCounter } from '../src/attempts/attempts.ts';
import { hiddenFields, openBrowser, sessionsPath } from './browser.ts';
import { aKnownUser } from './owner.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
beforeAll(async () => (auth = await startTestAuth({ env: { LOG_IN_DELAY_SECONDS: '600' } })));
afterAll(() => auth.close());

const logIn = '/back-office/log-in';
const address = '192.0.2.80';

/** The number of attempts for an email address. */
const attemptsFor = async (email: string): Promise<number> => {
  const { key_digest } = emailCounter(email, 1);
  const { rows } = await auth.db.query<{ count: number }>('select count from attempts where key_digest = $1', [
    key_digest,
  ]);
  return rows[0]?.count ?? 0;
};

/** Logs in from a new browser at `address`, until `signal` aborts. Resolves with the status, or 0 when it was given up. */
async function tryFrom(person: { email: string; password: string }, { signal }: AbortController): Promise<number> {
  const browser = openBrowser(auth);
  const page = await browser.open(logIn);
  const body = new URLSearchParams({ ...hiddenFields(page), ...person });
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const headers = { cookie, 'x-forwarded-for': address };
  return fetch(auth.urlOf(logIn), { method: 'POST', redirect: 'manual', headers, body, signal }).then(
    ({ status }) => status,
    () => 0,
  );
}

/** Delays double with each attempt. After so many, the next one lasts longer than the tests, on the slowest machine. */
const guesses = 14;

/** A user whose password was guessed so often that further log-ins are held for ten minutes. */
async function aGuessedUser() {
  const { email, password } = await aKnownUser(auth);
  const guesser = openBrowser(auth, { 'x-forwarded-for': '192.0.2.90' });
  await guesser.send(await guesser.open(logIn), { email, password: 'wrong' });
  const { key_digest } = emailCounter(email, 1);
  await auth.db.query('update attempts set count = $2 where key_digest = $1', [key_digest, guesses]);
  return { email, password };
}

/** Starts log-ins, each when the one before has been counted. */
async function hold(person: { email: string; password: string }, times: number, given: AbortController) {
  const held: Promise<number>[] = [];
  for (let count = 1; count <= times; count += 1) {
    held.push(tryFrom(person, given));
    await eventually(async () => (await attemptsFor(person.email)) === guesses + count);
  }
  return held;
}

test('a held log-in delays no one else, and does not count when its client gives up', async () => {
  const person = await aGuessedUser();
  const given = new AbortController();
  const held = await hold(person, 4, given);
  const other = await aKnownUser(auth);
  const elsewhere = openBrowser(auth, { 'x-forwarded-for': address });
  await elsewhere.send(await elsewhere.open(logIn), { email: other.email, password: other.password });
  expect((await elsewhere.open(sessionsPath)).url).toBe(sessionsPath);
  given.abort();
  expect(await Promise.all(held)).toEqual([0, 0, 0, 0]);
  await eventually(async () => (await attemptsFor(person.email)) === guesses);
});

test('an address with four held log-ins and four more in line gets 429', async () => {
  // First: whoever stands in line waits for five seconds only.
  const people = [await aGuessedUser(), await aGuessedUser(), await aGuessedUser()] as const;
  const given = new AbortController();
  const held = [...(await hold(people[0], 4, given)), ...(await hold(people[1], 4, given))];
  expect(await tryFrom(people[2], given)).toBe(429);
  given.abort();
  await Promise.all(held);
});
