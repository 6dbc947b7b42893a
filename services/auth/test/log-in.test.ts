import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { addressKey } from '@order-hub/shared/address-key';
import { digest } from '@order-hub/shared/encryption';
import { newId } from '@order-hub/shared/ids';
import { sized } from '@order-hub/testing/extent';
import { type BegunCall, eventually, testOperatorKey } from '@order-hub/testing/call';
import {
  answersInAllSlots,
  beginMany,
  giveUpInSlot,
  giveUpOften,
  giveUpWaiting,
  lock,
  type SlotUse,
  soon,
} from '@order-hub/testing/giving-up';
import { addressCounter, emailAndAddressCounter, emailCounter } from '../src/attempts/attempts.ts';
import { hashesMax, hashingSlots } from '../src/credentials/hash-password.ts';
import { type Browser, hiddenFields, logInAs, openBrowser, type Page, sessionsPath } from './browser.ts';
import { aUser } from './builders.ts';
import { aKnownUser, auditOfSubject } from './owner.ts';
import { startTestAuth, type TestAuth } from './service.ts';

/** Guessing passwords is slow, and does not lock users out of browsers they have used (docs/api/back-office.md#attempts). */
describe('repeated failures', () => {
  let auth: TestAuth;

  /** The service's clock; a test may set it. */
  let now = new Date();

  const pass = (seconds: number) => (now = new Date(now.getTime() + seconds * 1_000));

  beforeAll(async () => (auth = await startTestAuth({ now: () => now })));

  afterAll(() => auth.close());

  type Person = { email: string; password: string };

  async function aPerson(): Promise<Person> {
    const person = { email: `${newId()}@example.com`, password: 'correct horse battery' };
    await auth.operator('POST /management/users', aUser(person));
    return person;
  }

  /** A browser at a new address, unless one is given. */
  let last = 0;

  const browserAt = (address = `10.0.${Math.floor((last += 1) / 250)}.${last % 250}`) =>
    openBrowser(auth, { 'x-forwarded-for': address });

  async function logIn(browser: Browser, { email, password }: Person): Promise<Page> {
    return browser.send(await browser.open('/back-office/log-in'), { email, password });
  }

  /** Tries a wrong password this many times, and returns the statuses. */
  async function fail(browser: Browser, email: string, times: number): Promise<number[]> {
    const statuses: number[] = [];
    for (let count = 0; count < times; count += 1)
      statuses.push((await logIn(browser, { email, password: 'wrong' })).status);
    return statuses;
  }

  const countOf = async (kind: string, name: string) => {
    const { rows } = await auth.db.query('select count from attempts where key_digest = $1', [
      digest(JSON.stringify([kind, name])),
    ]);
    return rows[0]?.count as number | undefined;
  };

  describe('after the fifth failure of an email address from one remote address', () => {
    test('every attempt waits, twice as long each time, also with the right password and from another browser', async () => {
      const person = await aPerson();
      const address = '192.0.2.10';
      expect(await fail(browserAt(address), person.email, 5)).toEqual([422, 422, 422, 422, 422]);
      for (const seconds of [1, 2, 4, 8]) {
        const refused = await logIn(browserAt(address), person);
        expect(refused.status).toBe(429);
        expect(refused.headers.get('retry-after')).toBe(String(seconds));
        expect(refused.html).toContain(`Please try again in ${seconds} second`);
        pass(seconds);
        expect(await fail(browserAt(address), person.email, 1)).toEqual([422]);
      }
      pass(16);
      expect((await logIn(browserAt(address), person)).url).toBe('/back-office');
    });

    test('a refused attempt does not lengthen the wait, which is at most 15 minutes', async () => {
      const person = await aPerson();
      const address = '192.0.2.11';
      await fail(browserAt(address), person.email, 5);
      const { key_digest } = emailAndAddressCounter(person.email, address);
      await auth.db.query('update attempts set count = 100 where key_digest = $1', [key_digest]);
      pass(1);
      expect(await fail(browserAt(address), person.email, 4)).toEqual([422, 429, 429, 429]);
      expect((await logIn(browserAt(address), person)).html).toContain('Please try again in 15 minutes');
      pass(900);
      expect((await logIn(browserAt(address), person)).url).toBe('/back-office');
    });

    test('its owner can log in at once from a new browser at another address', async () => {
      const person = await aPerson();
      const statuses = await fail(browserAt('192.0.2.12'), person.email, 12);
      expect(statuses.slice(4)).toEqual([422, ...Array.from({ length: 7 }, () => 429)]);
      expect((await logIn(browserAt(), person)).url).toBe('/back-office');
    });

    test('the right password resets the count', async () => {
      const person = await aPerson();
      await fail(browserAt(), person.email, 4);
      await logIn(browserAt(), person);
      expect(await countOf('email', person.email)).toBeUndefined();
      expect(await fail(browserAt(), person.email, 5)).toEqual([422, 422, 422, 422, 422]);
    });

    test('a known address and an unknown one get the same answer', async () => {
      const { email } = await aPerson();
      const stranger = `${newId()}@example.com`;
      const answersFor = async (address: string) => {
        const browser = browserAt();
        const pages: string[] = [];
        for (let count = 0; count < 7; count += 1) {
          const { status, html, headers } = await logIn(browser, { email: address, password: 'wrong' });
          pages.push(
            `${status} ${headers.get('retry-after')} ${html.replaceAll(address, '').replace(/"[\w-]{43}"/, '')}`,
          );
        }
        return pages;
      };
      expect(await answersFor(stranger)).toEqual(await answersFor(email));
    });
  });

  describe('of 15 concurrent guesses', () => {
    const guess = async (addressOf: (index: number) => string | undefined) => {
      const { email } = await aPerson();
      const browsers = Array.from({ length: 15 }, (_, index) => browserAt(addressOf(index)));
      const forms = await Promise.all(browsers.map((browser) => browser.open('/back-office/log-in')));
      const answers = await Promise.all(
        browsers.map((browser, index) => browser.send(forms[index] as Page, { email, password: `wrong ${index}` })),
      );
      const of = (status: number) => answers.filter((answer) => answer.status === status).length;
      return { checked: of(422), refused: of(429), counted: await countOf('email', email) };
    };

    test('from one address five are checked, as of consecutive ones', async () => {
      expect(await guess(() => '192.0.2.13')).toEqual({ checked: 5, refused: 10, counted: 5 });
    });

    test('from as many addresses none is refused', async () => {
      expect(await guess(() => undefined)).toEqual({ checked: 15, refused: 0, counted: 15 });
    });
  });

  describe('a browser in which the user has logged in before', () => {
    test("is not kept out by strangers' failures, and has a wait of its own", async () => {
      const person = await aPerson();
      const address = '192.0.2.1';
      const browser = browserAt(address);
      await logIn(browser, person);
      await fail(browserAt(address), person.email, 6);
      expect((await logIn(browserAt(address), person)).status).toBe(429);
      expect((await logIn(browser, person)).url).toBe('/back-office');
      expect(await fail(browser, person.email, 6)).toEqual([422, 422, 422, 422, 422, 429]);
    });

    test('is known of one user, not of another', async () => {
      const [one, other] = [await aPerson(), await aPerson()];
      const address = '192.0.2.2';
      const browser = browserAt(address);
      await logIn(browser, one);
      await fail(browserAt(address), other.email, 5);
      expect((await logIn(browser, other)).status).toBe(429);
    });

    test('is one of the 20 latest', async () => {
      const person = await aPerson();
      const address = '192.0.2.3';
      const first = browserAt(address);
      await logIn(first, person);
      for (let count = 0; count < 20; count += 1) {
        pass(1);
        await logIn(browserAt(), person);
      }
      const { rows } = await auth.db.query(
        'select count(*)::int as known from known_browsers k join users u on u.id = k.user_id where u.email = $1',
        [person.email],
      );
      expect(rows).toEqual([{ known: 20 }]);
      await fail(browserAt(address), person.email, 5);
      expect((await logIn(first, person)).status).toBe(429);
    });
  });

  describe('a remote address', () => {
    test('waits after 20 failures, with any email addresses; other addresses do not', async () => {
      const address = '192.0.2.20';
      const statuses = [];
      for (let count = 0; count < 21; count += 1) {
        statuses.push((await logIn(browserAt(address), { email: `${newId()}@example.com`, password: 'wrong' })).status);
      }
      expect(statuses.filter((status) => status === 422)).toHaveLength(20);
      expect(statuses.at(-1)).toBe(429);
      expect((await logIn(browserAt(), await aPerson())).url).toBe('/back-office');
    });

    test('of IPv6 is counted by its first 64 bits', async () => {
      for (let count = 0; count < 20; count += 1)
        await logIn(browserAt(`2001:db8:7:7::${count}`), { email: `${newId()}@example.com`, password: 'wrong' });
      const person = await aPerson();
      expect((await logIn(browserAt('2001:db8:7:7:ffff::1'), person)).status).toBe(429);
      expect((await logIn(browserAt('2001:db8:7:8::1'), person)).url).toBe('/back-office');
      expect(await countOf('email', person.email)).toBeUndefined();
    });

    test('that many people share: right passwords neither wait nor reset the count', async () => {
      const address = '192.0.2.30';
      await fail(browserAt(address), `${newId()}@example.com`, 3);
      for (let count = 0; count < 25; count += 1) {
        expect((await logIn(browserAt(address), await aPerson())).url).toBe('/back-office');
      }
      expect(await countOf('address', address)).toBe(3);
    });
  });

  describe('the password that is asked for again', () => {
    test('has the same limit as a log-in, whatever the browser cookie', async () => {
      const person = await aPerson();
      const browser = browserAt();
      await logIn(browser, person);
      const tries = async (password: string) => {
        browser.cookies.delete('__Host-browser');
        return browser.send(await browser.open('/back-office/confirm'), { password });
      };
      const statuses = [];
      for (let count = 0; count < 6; count += 1) statuses.push((await tries('wrong')).status);
      expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
      pass(1);
      expect((await tries(person.password)).url).toBe('/back-office');
    });

    test("is not delayed by strangers' failures", async () => {
      const person = await aPerson();
      const browser = browserAt();
      await logIn(browser, person);
      await fail(browserAt('192.0.2.4'), person.email, 6);
      const page = await browser.send(await browser.open('/back-office/confirm'), { password: person.password });
      expect(page.url).toBe('/back-office');
    });
  });

  describe('signing up', () => {
    const signUp = async (address: string, overrides: object = {}) => {
      const browser = browserAt(address);
      const fields = {
        ...{ first_name: '', last_name: '', email: `${newId()}@example.com`, password: 'correct horse battery' },
        ...{ account_name: 'Chez Ada', location_name: '', country: 'FR' },
      };
      return browser.send(await browser.open('/back-office/sign-up'), { ...fields, ...overrides });
    };

    test('is limited to 20 times an hour from one address', async () => {
      const address = '192.0.2.40';
      now = new Date('2027-01-01T10:50:00Z');
      const urls = [];
      for (let count = 0; count < 20; count += 1) urls.push((await signUp(address)).url);
      expect(urls).toEqual(Array.from({ length: 20 }, () => '/back-office'));
      expect((await signUp(address)).status).toBe(429);
      expect((await signUp(address)).html).toContain('Please try again in 10 minutes');
      expect((await signUp('192.0.2.41')).url).toBe('/back-office');
      pass(600);
      expect((await signUp(address)).url).toBe('/back-office');
    });

    test.each(['12345678', 'password1', 'aaaaaaaaaa'])(
      'with the password %s is refused beside its field',
      async (password) => {
        const page = await signUp('192.0.2.42', { password });
        expect(page.status).toBe(422);
        expect(page.html).toContain('Password is too easy to guess. Use a few words');
      },
    );

    test('with the email address as the password is refused, by operators too', async () => {
      const email = `${newId()}@example.com`;
      expect((await signUp('192.0.2.43', { email, password: email })).status).toBe(422);
      const { status, body } = await auth.operator('POST /management/users', aUser({ email, password: email }));
      expect([status, body.errors[0].field]).toEqual([422, 'password']);
    });
  });

  test('an attempt that started before the last counted one does not wait', async () => {
    const person = await aPerson();
    expect(await fail(browserAt('192.0.2.77'), person.email, 1)).toEqual([422]);
    pass(-2);
    expect(await fail(browserAt('192.0.2.77'), person.email, 1)).toEqual([422]);
    expect((await logIn(browserAt('192.0.2.77'), person)).url).toBe('/back-office');
    pass(-2);
    expect((await logIn(browserAt('192.0.2.77'), person)).url).toBe('/back-office');
    pass(4);
  });

  test('an older, weaker hash is replaced when the user logs in', async () => {
    const person = await aPerson();
    const weak = await hash(person.password, { memoryCost: 8, timeCost: 1, parallelism: 1 });
    await auth.db.query('update users set password_hash = $2 where email = $1', [person.email, weak]);
    await fail(browserAt(), person.email, 1);
    const stored = async () =>
      (await auth.db.query('select password_hash from users where email = $1', [person.email])).rows[0].password_hash;
    expect(await stored()).toBe(weak);
    await logIn(browserAt(), person);
    expect(await stored()).toContain('$m=16,t=1,p=1$');
    expect((await logIn(browserAt(), person)).url).toBe('/back-office');
  });

  test('counts without an attempt for a day are deleted', async () => {
    const email = `${newId()}@example.com`;
    await fail(browserAt(), email, 5);
    pass(86_401);
    const other = `${newId()}@example.com`;
    await fail(browserAt(), other, 1);
    await auth.stop();
    await auth.start();
    await eventually(async () => (await countOf('email', email)) === undefined);
    expect(await countOf('email', other)).toBe(1);
    expect((await logInAs(auth, await aPerson())).cookies.has('__Host-session')).toBe(true);
  });
});

/** How often users log in and send forms, and how many sessions they have (docs/api/limits.md#pages). */
describe('limits per minute', () => {
  let auth: TestAuth;

  let now = new Date('2027-03-01T10:00:18.000Z');

  const nextMinute = () => (now = new Date(now.getTime() + 60_000));

  const env = {
    LOG_INS_PER_ADDRESS_MINUTE: '6',
    LOG_INS_PER_USER_MINUTE: '4',
    FORMS_PER_USER_MINUTE: '3',
    SESSIONS_PER_USER: '3',
  };

  beforeAll(async () => (auth = await startTestAuth({ env, now: () => now })));

  afterAll(() => auth.close());

  type User = Awaited<ReturnType<typeof aKnownUser>>;

  let last = 0;

  const browserAt = (address = `10.3.0.${(last += 1)}`) => openBrowser(auth, { 'x-forwarded-for': address });

  const logIn = async (browser: Browser, { email, password }: { email: string; password: string }) =>
    browser.send(await browser.open('/back-office/log-in'), { email, password });

  const sessionsOf = async ({ id }: User) =>
    (await auth.db.query('select id_digest from sessions where user_id = $1', [id])).rows.length;

  const isLoggedIn = async (browser: Browser) => (await browser.open(sessionsPath)).url === sessionsPath;

  describe('log-ins', () => {
    test('of a user beyond the limit of a minute are refused, and leave neither session nor audit entry', async () => {
      const user = await aKnownUser(auth);
      for (let count = 0; count < 4; count += 1) expect((await logIn(browserAt(), user)).url).toBe('/back-office');
      const entries = await auditOfSubject(auth, user.id, 'session.open');
      const refused = await logIn(browserAt(), user);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '42']);
      expect(refused.html).toContain('Please try again in 42 seconds');
      // No password is checked.
      expect((await logIn(browserAt(), { ...user, password: 'wrong' })).status).toBe(429);
      expect(await auditOfSubject(auth, user.id, 'session.open')).toEqual(entries);
      nextMinute();
      expect((await logIn(browserAt(), user)).url).toBe('/back-office');
    });

    test("by strangers who do not know the password leave the user's own", async () => {
      const user = await aKnownUser(auth);
      for (let count = 0; count < 10; count += 1) await logIn(browserAt(), { ...user, password: 'wrong' });
      expect((await logIn(browserAt(), user)).url).toBe('/back-office');
    });

    test('from one address beyond the limit of a minute are refused, whoever logs in', async () => {
      const address = '192.0.2.100';
      for (let count = 0; count < 6; count += 1)
        expect((await logIn(browserAt(address), await aKnownUser(auth))).url).toBe('/back-office');
      const user = await aKnownUser(auth);
      expect((await logIn(browserAt(address), user)).status).toBe(429);
      expect((await logIn(browserAt(), user)).url).toBe('/back-office');
      nextMinute();
      expect((await logIn(browserAt(address), user)).url).toBe('/back-office');
    });

    test('repeated in the same browser replace its session, and only the first is audited', async () => {
      const user = await aKnownUser(auth);
      const browser = browserAt();
      await logIn(browser, user);
      const before = new Map(browser.cookies);
      await logIn(browser, user);
      expect(browser.cookies.get('__Host-session')).not.toBe(before.get('__Host-session'));
      expect(await sessionsOf(user)).toBe(1);
      expect(await auditOfSubject(auth, user.id, 'session.open', 'session.close')).toHaveLength(1);
      const old = browserAt();
      for (const [name, value] of before) old.cookies.set(name, value);
      expect([await isLoggedIn(old), await isLoggedIn(browser)]).toEqual([false, true]);
    });
  });

  describe('sessions', () => {
    test('beyond the limit end those that were not used for longest', async () => {
      const user = await aKnownUser(auth);
      const browsers = [];
      for (let count = 0; count < 3; count += 1) {
        const browser = browserAt();
        await logIn(browser, user);
        browsers.push(browser);
        nextMinute();
      }
      nextMinute();
      // The first is used again, so the second is the one to end.
      await isLoggedIn(browsers[0] as Browser);
      const next = browserAt();
      await logIn(next, user);
      expect(await Promise.all([...browsers, next].map(isLoggedIn))).toEqual([true, false, true, true]);
      const [entry] = (await auditOfSubject(auth, user.id, 'session.open')).slice(-1);
      expect(JSON.parse(entry.details).ended).toHaveLength(1);
    });

    test('opened at once keep to the limit', async () => {
      const user = await aKnownUser(auth);
      await Promise.all(Array.from({ length: 4 }, () => logIn(browserAt(), user)));
      expect(await sessionsOf(user)).toBe(3);
    });
  });

  describe('forms', () => {
    const change = async (browser: Browser) =>
      browser.send(await browser.open('/back-office/profile/password'), { password: 'wrong', new_password: newId() });

    test('of a user beyond the limit of a minute are refused, from all sessions together', async () => {
      now = new Date('2027-03-02T10:00:18.000Z');
      const user = await aKnownUser(auth);
      const [one, other] = [browserAt(), browserAt()];
      await logIn(one, user);
      await logIn(other, user);
      expect([(await change(one)).status, (await change(other)).status, (await change(one)).status]).toEqual([
        ...[422, 422, 422],
      ]);
      const refused = await change(other);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '42']);
      expect(refused.html).toContain('You have sent too many forms. Please go on in 42 seconds.');
      expect((await other.open(sessionsPath)).status).toBe(200);
      nextMinute();
      expect((await change(other)).status).toBe(422);
    });
  });
});

/** Failures for an email address delay further log-ins, which hold nothing meanwhile (docs/api/back-office.md#attempts). */
describe('a delayed log-in', () => {
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
});

/** How many password hashes of an address wait. */
const hashesWaitingMax = 20;

const takeHashingSlot = async (key: string) => hashingSlots.take(key, new AbortController());

/** Takes all slots for hashing, so that passwords wait until they are released. */
async function takeHashingSlots() {
  const releases = await Promise.all(Array.from({ length: hashesMax }, () => takeHashingSlot('somebody else')));
  return () => releases.forEach((release) => release());
}

describe('many log-ins at once', () => {
  let auth: TestAuth;

  beforeAll(async () => (auth = await startTestAuth()));

  afterAll(() => auth.close());

  test('from one address are refused while twenty of them wait; others are answered', async () => {
    const crowded = '10.2.0.1';
    const wrong = { email: 'nobody@example.com', password: 'wrong' };
    const browser = openBrowser(auth, { 'x-forwarded-for': crowded });
    const other = openBrowser(auth, { 'x-forwarded-for': '10.2.0.2' });
    const [form, otherForm] = [await browser.open('/back-office/log-in'), await other.open('/back-office/log-in')];
    const release = await takeHashingSlots();
    const line = Array.from({ length: hashesWaitingMax }, () => takeHashingSlot(addressKey(crowded)));
    const refused = await browser.send(form, wrong);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);
    expect(refused.html).toContain('Please try again in a moment');
    for (const waiting of line) waiting.then((done) => done()).catch(() => undefined);
    release();
    expect((await other.send(otherForm, wrong)).status).toBe(422);
  });
});

/** Whatever a log-in takes is given back when its client gives up, wherever the log-in waits (docs/api/limits.md#pages). */
describe('a log-in whose client gives up', () => {
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

  const isRefused = async ({ status }: BegunCall) =>
    (await status) === 503 ? true : Promise.reject(new Error('served'));

  test('clients that give up while their passwords wait to be hashed leave all free', async () => {
    const create = () => auth.begin('POST /management/users', { operatorKey: testOperatorKey, body: aUser() });
    const release = await takeHashingSlots();
    await giveUpOften(sized(hashesWaitingMax, 1_000), async () => {
      const calls = await beginMany(2 * hashesWaitingMax, create);
      // One that is refused shows that the line is full.
      await Promise.any(calls.map(isRefused));
      const leave = async () => calls.forEach(({ giveUp }) => giveUp());
      return { calls: calls.slice(0, hashesWaitingMax), leave };
    });
    await soon(() => hashingSlots.usage().waiting === 0);
    release();
    expect(await allAnswered(await beginMany(hashesWaitingMax + 1, create))).toEqual(new Set([200]));
  });

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
      // At least two rounds, the second of which needs what the first gave back.
      ...{ clients: sized(21, 1_000), slots: 4, perAccount: 2, waitingMax: 20 },
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
    'clients that give up while their log-ins %s leave all free',
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

  test('clients that give up while their log-ins are delayed, or wait for that, leave all free', async () => {
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
    await giveUpOften(sized(1, 1_000), async () => {
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
  });
});
