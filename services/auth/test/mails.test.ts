/** What users get by mail (docs/api/back-office.md#mails). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openLog } from '@order-hub/shared/log';
import { newId } from '@order-hub/shared/ids';
import { logInAs, openBrowser, sessionsPath } from './browser.ts';
import { aConnectedTenant, aUser, authorize } from './builders.ts';
import { linkIn, mailSettings, startMailServer, type MailServer } from './mail-server.ts';
import { aKnownUser, anOwner, auditOfSubject } from './owner.ts';
import { addApp } from './second-factors.ts';
import { startTestAuth, type TestAuth } from './service.ts';

const new_password = 'staple the correct battery';
const logged: string[] = [];

let auth: TestAuth;
let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
  const log = openLog('auth', 'debug', { write: (line: string) => void logged.push(line) });
  auth = await startTestAuth({ env: mailSettings(server.url), log });
});
afterAll(async () => {
  await auth.close();
  await server.close();
});

async function signUp(headers: Record<string, string> = {}) {
  const { email, password } = aUser();
  const browser = openBrowser(auth, headers);
  const given = { first_name: '', last_name: '', account_name: 'Chez Ada', location_name: '', country: 'FR' };
  await browser.send(await browser.open('/back-office/sign-up'), { email, password, ...given });
  const { id } = (await auth.operator(`GET /management/users?email=${email}`)).body.items[0];
  return { id: id as string, email, password, browser };
}

const retrieve = async (id: string) => (await auth.operator(`GET /management/users/${id}`)).body;

const waiting = async () => (await auth.db.query('select id from mails')).rows.length;

describe('the verification of an address', () => {
  test('a mail after sign-up has a link that verifies by a form, once', async () => {
    const user = await signUp();
    const [mail] = await server.mailsTo(user.email);
    expect(mail).toMatchObject({ subject: 'Confirm your email address', from: 'hub@hub.example', to: [user.email] });
    expect((await retrieve(user.id)).email_verified).toBe(false);
    const other = openBrowser(auth);
    const page = await other.open(linkIn(mail!));
    expect(page.html).toContain('<h1>Confirm your email address</h1>');
    expect((await retrieve(user.id)).email_verified).toBe(false);
    expect((await other.send(page)).status).toBe(200);
    expect((await retrieve(user.id)).email_verified).toBe(true);
    expect((await other.open(linkIn(mail!))).html).toContain('no longer valid');
    expect((await other.send(page)).status).toBe(422);
    expect(await auditOfSubject(auth, user.id, 'user.verify_email')).toMatchObject([{ actor_name: user.email }]);
    expect((await user.browser.open('/back-office/profile/email')).html).toContain('Yes');
  });

  test('can be sent again, three times an hour at most; a newer link replaces the older', async () => {
    const user = await signUp();
    const [first] = await server.mailsTo(user.email);
    const form = await user.browser.open('/back-office/profile/email');
    expect(form.html).toContain('Not yet');
    for (const count of [2, 3]) {
      expect((await user.browser.send(form)).html).toContain('on its way');
      await server.mailsTo(user.email, count);
    }
    expect((await user.browser.send(form)).html).toContain('Several links were sent to you');
    const mails = await server.mailsTo(user.email, 3);
    const opened = async (index: number) => (await openBrowser(auth).open(linkIn(mails[index]!))).html;
    expect(await opened(0)).toContain('no longer valid');
    expect(await opened(2)).toContain('<form');
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(3);
    expect(first?.messageId).toBe(mails[0]?.messageId);
  });

  test('speaks the language of the browser, until the user has chosen one', async () => {
    const user = await signUp({ 'accept-language': 'fr-CH, fr;q=0.9' });
    const [mail] = await server.mailsTo(user.email);
    expect(mail?.subject).toBe('Confirmez votre adresse e-mail');
    await auth.db.query("update users set language = 'de' where id = $1", [user.id]);
    await user.browser.send(await user.browser.open('/back-office/profile/email'));
    expect((await server.mailsTo(user.email, 2))[1]?.subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse');
  });

  test('a link is invalid after a day', async () => {
    const user = await signUp();
    const [mail] = await server.mailsTo(user.email);
    await auth.db.query("update email_verifications set expires_at = now() - interval '1 second' where user_id = $1", [
      user.id,
    ]);
    expect((await openBrowser(auth).open(linkIn(mail!))).html).toContain('no longer valid');
  });

  test('the token is nowhere in the database and in no log', async () => {
    const user = await signUp();
    const [mail] = await server.mailsTo(user.email);
    const token = new URL(`https://hub.example${linkIn(mail!)}`).searchParams.get('token') ?? '';
    expect(token).toHaveLength(48);
    const { rows } = await auth.db.query(
      'select v::text from email_verifications v union all select m::text from mails m',
    );
    expect(JSON.stringify(rows)).not.toContain(token);
    await openBrowser(auth).open(linkIn(mail!));
    expect(logged.join('')).not.toContain(token);
    expect(mail?.subject).not.toContain(token);
  });
});

describe('a log-in', () => {
  test('from a browser that is new is told by mail; from a known one it is not', async () => {
    const user = await aKnownUser(auth);
    const browser = openBrowser(auth, {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    });
    const logIn = async () => browser.send(await browser.open('/back-office/log-in'), user);
    await logIn();
    const [mail] = await server.mailsTo(user.email);
    expect(mail).toMatchObject({ subject: 'New log-in to your account' });
    expect(mail?.text).toContain('Firefox on Linux');
    expect(linkIn(mail!)).toBe(sessionsPath);
    await browser.send(await browser.open('/back-office/log-out'));
    await logIn();
    await logInAs(auth, user);
    const mails = await server.mailsTo(user.email, 2);
    expect(mails).toHaveLength(2);
  });

  test('at sign-up is no news, and a wrong password neither', async () => {
    const user = await signUp();
    await logInAs(auth, { email: user.email, password: 'wrong' });
    await server.mailsTo(user.email);
    expect(await waiting()).toBe(0);
    expect(server.mails.filter(({ to }) => to.includes(user.email))).toHaveLength(1);
  });
});

describe('passwords and second factors', () => {
  test('a changed password, an added factor and a removed one are told', async () => {
    const user = await signUp();
    await server.mailsTo(user.email);
    const { browser, password } = user;
    await browser.send(await browser.open('/back-office/profile/password'), { password, new_password });
    expect((await server.mailsTo(user.email, 2))[1]).toMatchObject({ subject: 'Your password was changed' });
    await addApp(browser);
    expect((await server.mailsTo(user.email, 3))[2]?.text).toContain('second factor');
    await auth.operator(`POST /management/users/${user.id}/second_factors/reset`);
    const [, , , removed] = await server.mailsTo(user.email, 4);
    expect(removed).toMatchObject({ subject: 'A second factor was removed' });
    expect(removed?.text).toContain('An operator of the hub removed');
  });
});

describe('a forgotten password', () => {
  const ask = async (email: string, address = newId()) => {
    const browser = openBrowser(auth, { 'x-forwarded-for': address });
    return browser.send(await browser.open('/back-office/forgot-password'), { email });
  };

  test('the log-in leads to a page that mails a link for a new password', async () => {
    const user = await aKnownUser(auth);
    expect((await openBrowser(auth).open('/back-office/log-in')).html).toContain('href="/back-office/forgot-password"');
    const page = await ask(user.email.toUpperCase());
    expect(page.html).toContain('a link is on its way');
    const [mail] = await server.mailsTo(user.email);
    const browser = openBrowser(auth);
    await browser.send(await browser.open(linkIn(mail!)), { new_password });
    const again = await logInAs(auth, { email: user.email, password: new_password });
    expect((await again.open(sessionsPath)).url).toBe(sessionsPath);
    expect((await server.mailsTo(user.email, 2))[1]).toMatchObject({ subject: 'Your password was changed' });
    expect(await auditOfSubject(auth, user.id, 'user.password_link')).toMatchObject([
      { actor: 'user', actor_id: null, actor_name: null },
    ]);
  });

  test('the answer is the same for an unknown address, which gets nothing', async () => {
    const user = await aKnownUser(auth);
    const email = `${newId()}@example.com`;
    const [known, unknown] = [await ask(user.email), await ask(email)];
    const same = (html: string) => html.replace(/value="[^"]*"/g, '');
    expect([unknown.status, same(unknown.html), unknown.url]).toEqual([known.status, same(known.html), known.url]);
    await server.mailsTo(user.email);
    expect(server.mails.filter(({ to }) => to.includes(email))).toEqual([]);
  });

  test('an address gets three links an hour, and the last one stays valid; 40 requests at once make no more', async () => {
    const user = await aKnownUser(auth);
    await Promise.all(Array.from({ length: 40 }, () => ask(user.email)));
    const mails = await server.mailsTo(user.email, 3);
    expect(await waiting()).toBe(0);
    expect(mails).toHaveLength(3);
    const opened = await Promise.all(mails.map(async (mail) => (await openBrowser(auth).open(linkIn(mail))).html));
    expect(opened.filter((html) => html.includes('name="new_password"'))).toHaveLength(1);
  });

  test('a remote address may ask ten times an hour: 429', async () => {
    const statuses = [];
    for (let count = 0; count < 11; count += 1)
      statuses.push((await ask(`${newId()}@example.com`, '192.0.2.77')).status);
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
  });

  test.each(['', 'nobody', `${'x'.repeat(250)}@example.com`, 'a@b.example\r\nbcc: c@d.example'])(
    'the address %j is refused: 422',
    async (email) => {
      expect((await ask(email)).status).toBe(422);
    },
  );
});

describe('an invitation', () => {
  test('is mailed to its address with the link that the page shows', async () => {
    const { location } = await aConnectedTenant(auth);
    const email = `${newId()}@example.com`;
    const route = `POST /management/locations/${location.id}/invitations`;
    const { status, body } = await auth.operator(route, { role: 'kitchen', email });
    expect(status).toBe(200);
    const [mail] = await server.mailsTo(email);
    expect(mail?.subject).toBe('You are invited to “Rue du Bac”');
    expect(`https://hub.example${linkIn(mail!)}`).toBe(body.url);
  });
});

describe('an application', () => {
  test('that is connected is told to the owner with its rights in words; granting the same again is no news', async () => {
    const tenant = await aConnectedTenant(auth);
    const [mail] = await server.mailsTo(tenant.user.email);
    expect(mail).toMatchObject({ subject: '“Till” is connected to “Rue du Bac”' });
    expect(mail?.text).toContain('See, create and change the orders and deliveries of Rue du Bac');
    expect(mail?.text).toContain('An operator of the hub connected');
    await authorize(auth, tenant, { location_id: tenant.location.id });
    await authorize(auth, tenant, { location_id: tenant.location.id, scope: 'location[orders.read]' });
    const mails = await server.mailsTo(tenant.user.email, 2);
    expect(mails.map(({ text }) => text.includes('See the orders'))).toEqual([false, true]);
  });

  test('an account causes 60 mails an hour at most', async () => {
    const { user, account } = await anOwner(auth);
    const client = (
      await auth.operator('POST /management/clients', { user_id: user.id, name: 'App', redirect_uris: [] })
    ).body;
    const { queueMail } = await import('../src/mails/queue-mail.ts');
    const mailing = { isOn: true, encryptionKeys: ['encryption-key-of-the-tests-0123456789abcdef'] };
    const queued = [];
    for (let count = 0; count < 70; count += 1) {
      const to = { address: `${count}@example.com`, language: 'en', timezone: 'UTC' } as const;
      const facts = { who: 'Ada', place: 'Chez Ada' };
      const mail = { kind: 'invitation', account_id: account.id, facts } as const;
      queued.push(await queueMail(auth.db, mailing, { now: new Date(), to }, mail));
    }
    expect(queued.filter(Boolean)).toHaveLength(60);
    expect(client.client_id).toBeDefined();
  });
});

test('no line of the log has an address or a link of a mail', () => {
  const lines = logged.filter((line) => line.includes('mail sent'));
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.filter((line) => line.includes('@') || line.includes('token='))).toEqual([]);
});
