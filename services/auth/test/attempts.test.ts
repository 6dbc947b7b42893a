/** Guessing passwords is slow, and does not lock users out of browsers they have used (docs/api/back-office.md#attempts). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { digest } from '@order-hub/shared/encryption';
import { newId } from '@order-hub/shared/ids';
import { eventually } from '@order-hub/testing/call';
import { aUser } from './builders.ts';
import { logInAs, openBrowser, type Browser, type Page } from './browser.ts';
import { emailAndAddressCounter } from '../src/attempts/attempts.ts';
import { startTestAuth, type TestAuth } from './service.ts';

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
  const weak = await hash(person.password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
  await auth.db.query('update users set password_hash = $2 where email = $1', [person.email, weak]);
  await fail(browserAt(), person.email, 1);
  const stored = async () =>
    (await auth.db.query('select password_hash from users where email = $1', [person.email])).rows[0].password_hash;
  expect(await stored()).toBe(weak);
  await logIn(browserAt(), person);
  expect(await stored()).toContain('$m=19456,t=2,p=1$');
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
