/** Whatever a log-in takes is given back when its client gives up, wherever the log-in waits (docs/api/limits.md#pages). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testOperatorKey, type BegunCall } from '@order-hub/testing/call';
import {
  answersInAllSlots,
  beginMany,
  giveUpInSlot,
  giveUpOften,
  giveUpWaiting,
  lock,
  soon,
  type SlotUse,
} from '@order-hub/testing/giving-up';
import { addressCounter, emailCounter } from '../src/attempts/attempts.ts';
import { aUser } from './builders.ts';
import { hiddenFields, openBrowser } from './browser.ts';
import { aKnownUser } from './owner.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
beforeAll(async () => {
  // Long enough that no delay ends during the test.
  const env = { LOG_IN_DELAY_SECONDS: '600', LOG_INS_PER_ADDRESS_MINUTE: '1000000', DATABASE_POOL_SIZE: '20' };
  auth = await startTestAuth({ env });
});
afterAll(() => auth.close());

const logIn = '/back-office/log-in';
const addressOf = (index: number) => `192.0.2.${index}`;

type Form = { cookie: string; fields: Record<string, string> };

async function openForm(): Promise<Form> {
  const browser = openBrowser(auth);
  const fields = hiddenFields(await browser.open(logIn));
  return { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '), fields };
}

/** Begins a log-in with this form from an address. */
function beginLogIn(
  { cookie, fields }: Form,
  address: string,
  { email, password }: { email: string; password: string },
) {
  const body = new URLSearchParams({ ...fields, email, password }).toString();
  const headers = { cookie, 'x-forwarded-for': address, 'content-type': 'application/x-www-form-urlencoded' };
  return auth.begin(`POST ${logIn}`, { body, headers });
}

const allAnswered = async (calls: BegunCall[]) => new Set(await Promise.all(calls.map(({ status }) => status)));

/** How many password hashes of an address wait. */
const hashesWaitingMax = 20;

const isRefused = async ({ status }: BegunCall) =>
  (await status) === 503 ? true : Promise.reject(new Error('served'));

test('a thousand clients that give up while their passwords wait to be hashed leave all free', async () => {
  const create = () => auth.begin('POST /management/users', { operatorKey: testOperatorKey, body: aUser() });
  await giveUpOften(1_000, async () => {
    const calls = await beginMany(2 * hashesWaitingMax, create);
    // One that is refused shows that the line is full.
    await Promise.any(calls.map(isRefused));
    const leave = async () => calls.forEach(({ giveUp }) => giveUp());
    return { calls: calls.slice(0, hashesWaitingMax), leave };
  });
  // A hash that runs when its client gives up is not stopped: the next one waits for it.
  expect(await (await create()).status).toBe(200);
  expect(await allAnswered(await beginMany(hashesWaitingMax + 1, create))).toEqual(new Set([200]));
}, 360_000);

let round = 0;

/**
 * Log-ins that are counted: two of an address, four in all. Each has an email address that no user has, and each round has
 * remote addresses of its own, so that no counter refuses.
 */
async function counting(): Promise<SlotUse> {
  const form = await openForm();
  let people = 0;
  const remoteAddressOf = (account: number) => `10.${round >> 8}.${round & 255}.${account}`;
  return {
    db: () => auth.db,
    lockAll() {
      round += 1;
      // A counter that is being stored: only the round's own log-ins wait for it.
      const keys = [0, 1].map((account) => addressCounter(remoteAddressOf(account)).key_digest);
      const text = `insert into attempts (key_digest, count, counted_at, waits_until) select unnest($1::text[]), 1, now(), now()`;
      return lock(auth.db, text, [keys]);
    },
    ...{ clients: 1_000, slots: 4, perAccount: 2, waitingMax: 20 },
    begin(account) {
      people += 1;
      return beginLogIn(form, remoteAddressOf(account), { email: `nobody-${people}@example.com`, password: 'wrong' });
    },
  };
}

test.each([
  ['wait to be counted', giveUpWaiting],
  ['are counted', giveUpInSlot],
])(
  'a thousand clients that give up while their log-ins %s leave all free',
  async (_, giveUp) => {
    const use = await counting();
    await giveUp(use);
    expect(new Set(await answersInAllSlots(use))).toEqual(new Set([422]));
  },
  180_000,
);

/** The number of attempts for an email address. */
async function attemptsFor(email: string): Promise<number> {
  const values = [emailCounter(email, 1).key_digest];
  const { rows } = await auth.db.query<{ count: number }>('select count from attempts where key_digest = $1', values);
  return rows[0]?.count ?? 0;
}

/** So many failures that a further log-in is delayed for as long as may be. */
const guesses = 20;

/** A user for whose email address there were so many failures. */
async function aGuessedUser() {
  const person = await aKnownUser(auth);
  const guess = await beginLogIn(await openForm(), addressOf(100), { ...person, password: 'wrong' });
  expect(await guess.status).toBe(422);
  const values = [emailCounter(person.email, 1).key_digest, guesses];
  await auth.db.query('update attempts set count = $2 where key_digest = $1', values);
  return person;
}

/** Of an address four are delayed, and four wait for that; of all, 32 are delayed. */
const [addresses, heldPerAddress] = [8, 4];

test('a thousand clients that give up while their log-ins are delayed, or wait for that, leave all free', async () => {
  const people = [await aGuessedUser(), await aGuessedUser()];
  const form = await openForm();
  const holdAll = async () => {
    const calls: BegunCall[] = [];
    for (const person of people) {
      calls.push(
        ...(await beginMany(addresses * heldPerAddress, (index) =>
          beginLogIn(form, addressOf(index % addresses), person),
        )),
      );
      await soon(async () => (await attemptsFor(person.email)) === guesses + addresses * heldPerAddress);
    }
    return calls;
  };
  await giveUpOften(1_000, async () => {
    const calls = await holdAll();
    const areTakenBack = async () =>
      (await Promise.all(people.map(({ email }) => attemptsFor(email)))).every((count) => count === guesses);
    return {
      calls: calls.slice(0, calls.length / 2),
      leave: async () => (calls.forEach(({ giveUp }) => giveUp()), soon(areTakenBack)),
    };
  });
  // As many as ever are delayed and wait; one more of an address is refused.
  const calls = await holdAll();
  const [third] = [await aGuessedUser()];
  expect(await (await beginLogIn(form, addressOf(0), third)).status).toBe(429);
  for (const { giveUp } of calls) giveUp();
  await allAnswered(calls);
}, 360_000);
