import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { digest } from '@order-hub/shared/encryption';
import { newId } from '@order-hub/shared/ids';
import { openLog } from '@order-hub/shared/log';
import { aPrincipal, eventually } from '@order-hub/testing/call';
import { freshDatabase } from '@order-hub/testing/fresh-database';
import { readMetrics } from '@order-hub/testing/metrics';
import { readConfig } from '../src/config.ts';
import { sendBySmtp } from '../src/mails/smtp/send-by-smtp.ts';
import { smtpServerOf } from '../src/mails/smtp/smtp-server.ts';
import { logInAs, openBrowser, sessionsPath } from './browser.ts';
import { aConnectedTenant, aUser, authorize } from './builders.ts';
import { type Behaviour, linkIn, type MailServer, mailSettings, startMailServer } from './mail-server.ts';
import { aKnownUser, anOwner, auditOfSubject } from './owner.ts';
import { addApp } from './second-factors.ts';
import { requiredSettings, startTestAuth, type TestAuth } from './service.ts';

/** What users get by mail (docs/api/back-office.md#mails). */
describe('mails', () => {
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
      await auth.db.query(
        "update email_verifications set expires_at = now() - interval '1 second' where user_id = $1",
        [user.id],
      );
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
      await eventually(async () => (await waiting()) === 0);
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
      expect((await openBrowser(auth).open('/back-office/log-in')).html).toContain(
        'href="/back-office/forgot-password"',
      );
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
      await eventually(async () => (await waiting()) === 0);
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

  test('the owner is told who joined, as what, and who invited them', async () => {
    const { user, location } = await aConnectedTenant(auth);
    await server.mailsTo(user.email);
    const route = `POST /management/locations/${location.id}/invitations`;
    const { url } = (
      await auth.call(route, {
        user: aPrincipal({ user: { id: user.id, email: user.email } }),
        body: { role: 'manager' },
      })
    ).body;
    const joining = await aKnownUser(auth);
    const browser = await logInAs(auth, joining);
    const page = await browser.open((url as string).replace('https://hub.example', ''));
    await browser.send(page);
    const [, mail] = await server.mailsTo(user.email, 2);
    // Without the characters that keep an address from becoming a link.
    const plain = (text = '') => text.replaceAll('\u2060', '');
    expect(plain(mail?.subject)).toBe(`${joining.email} works at “Rue du Bac” now`);
    expect(plain(mail?.text)).toContain(`${joining.email}, invited by ${user.email}, joined “Rue du Bac”`);
    expect(mail?.text).toContain('as a manager');
    expect(linkIn(mail!)).toBe(`/back-office/locations/${location.id}/people`);
    const other = await aKnownUser(auth);
    const member = { user_id: other.id, location_id: location.id, role: 'kitchen' };
    expect((await auth.operator('POST /management/members', member)).status).toBe(200);
    const [, , added] = await server.mailsTo(user.email, 3);
    expect(plain(added?.text)).toContain(`An operator of the hub added ${other.email}`);
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
});

/** How mails reach an SMTP server that may be slow, refuse, or be away. */
describe('mail sending', () => {
  const logged: string[] = [];

  const closing: (() => Promise<unknown>)[] = [];

  let time = new Date();

  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
    logged.length = 0;
    time = new Date();
  });

  async function aServer(...options: Parameters<typeof startMailServer>): Promise<MailServer> {
    const server = await startMailServer(...options);
    closing.push(server.close);
    return server;
  }

  async function anAuth(url: string, env: Record<string, string> = {}, database?: TestAuth['database']) {
    const log = openLog('auth', 'info', { write: (line: string) => void logged.push(line) });
    const options = { env: { ...mailSettings(url), ...env }, log, now: () => time };
    const auth = await startTestAuth(database ? { ...options, database } : options);
    closing.push(auth.close);
    return auth;
  }

  const waitingMails = async ({ db }: TestAuth) => (await db.query('select * from mails order by id')).rows;

  /** A log-in from a new browser, which causes a mail. */
  async function aMail(auth: TestAuth) {
    const user = await aKnownUser(auth);
    await logInAs(auth, user);
    return user.email;
  }

  const until = (auth: TestAuth, isTrue: (mails: Record<string, unknown>[]) => boolean) =>
    eventually(async () => {
      const mails = await waitingMails(auth);
      return isTrue(mails) && { mails };
    });

  const mailTo = (to: string) => ({
    ...{ to, messageId: '<a@b>', date: new Date(), subject: 'Grüße', text: 'Ça va', html: '<p>Ça va</p>' },
  });

  const linesOf = (message: string) => logged.filter((line) => line.includes(`"msg":"${message}"`));

  describe('the connection', () => {
    test.each([
      ['without a log-in', {}, ''],
      ['with a log-in', { authOptional: false, allowInsecureAuth: true }, 'hub:secret%20p%40ss'],
    ])('in plain text, %s', async (_, options, credentials) => {
      const server = await aServer(options);
      const auth = await anAuth(credentials === '' ? server.url : server.urlWith(credentials));
      const [mail] = await server.mailsTo(await aMail(auth));
      expect(mail).toMatchObject({ isSecure: false, user: credentials === '' ? undefined : 'hub' });
      expect(mail?.headers).toMatch(/auto-submitted: auto-generated/i);
      await until(auth, (mails) => mails.length === 0);
    });

    test.each([
      ['STARTTLS', { disabledCommands: [] }, ''],
      ['STARTTLS, with a log-in', { disabledCommands: [], authOptional: false }, 'hub:secret%20p%40ss'],
      ['TLS, with a log-in', { secure: true, authOptional: false }, 'hub:secret%20p%40ss'],
    ])('with %s', async (_, options, credentials) => {
      const server = await aServer(options);
      const url = credentials === '' ? server.url : server.urlWith(credentials);
      const trusted = { tls: { rejectUnauthorized: false } };
      const send = sendBySmtp({ ...smtpServerOf(url), from: 'hub@hub.example', requireTls: true, ...trusted });
      await send(mailTo('a@example.com'), new AbortController().signal);
      expect(server.mails).toMatchObject([{ isSecure: true, to: ['a@example.com'], subject: 'Grüße', text: 'Ça va' }]);
      expect(server.mails[0]?.user || undefined).toBe(credentials === '' ? undefined : 'hub');
    });

    test('nothing is sent in plain text unless SMTP_REQUIRE_TLS is false', async () => {
      const server = await aServer();
      const auth = await anAuth(server.url, { SMTP_REQUIRE_TLS: 'true' });
      await aMail(auth);
      await until(auth, ([mail]) => mail?.['attempts'] === 1 && linesOf('mail failed').length === 1);
      expect(server.mails).toEqual([]);
    });

    test('a certificate that nobody signed is refused', async () => {
      const server = await aServer({ secure: true });
      const auth = await anAuth(server.url);
      await aMail(auth);
      await until(auth, () => linesOf('mail failed').length === 1);
      expect(server.mails).toEqual([]);
    });
  });

  describe('a server that does not take a mail', () => {
    test('is tried again later, and no log names the address', async () => {
      const answers: Behaviour = { rcpt: (address) => ({ code: 450, text: `busy <${address}>` }) };
      const server = await aServer({}, answers);
      const auth = await anAuth(server.url);
      const email = await aMail(auth);
      const { mails } = await until(auth, () => linesOf('mail failed').length === 1);
      expect(mails).toHaveLength(1);
      delete answers.rcpt;
      time = new Date(time.getTime() + 29_000);
      // A round that sends another mail leaves this one.
      await server.mailsTo(await aMail(auth));
      const { mails: left } = await until(auth, (waiting) => waiting.length === 1);
      expect(left).toMatchObject([{ attempts: 1 }]);
      expect(server.mails).toHaveLength(1);
      time = new Date(time.getTime() + 2_000);
      await server.mailsTo(email);
      expect(linesOf('mail failed').join('')).toContain('RCPT TO was answered with 450');
      expect(linesOf('mail failed').join('') + linesOf('mail sent').join('')).not.toContain(email);
    });

    test.each<[string, Behaviour]>([
      ['the recipient', { rcpt: () => ({ code: 550, text: '5.1.1 unknown' }) }],
      ['the content', { data: () => ({ code: 554, text: 'no' }) }],
    ])('for good, by %s: the mail is dropped, and the log says so', async (_, behaviour) => {
      const server = await aServer({}, behaviour);
      const auth = await anAuth(server.url);
      await aMail(auth);
      await until(auth, (mails) => mails.length === 0 && linesOf('mail dropped').length === 1);
    });

    test('because it does not know the hub: the mail waits for better settings', async () => {
      const server = await aServer({ authOptional: false, allowInsecureAuth: true });
      const database = await freshDatabase();
      closing.push(database.drop);
      const auth = await anAuth(server.urlWith('hub:wrong'), {}, database);
      const email = await aMail(auth);
      await until(auth, () => linesOf('mail failed').length === 1);
      expect(linesOf('mail failed').join('')).not.toContain('wrong');
      await auth.close();
      closing.pop();
      time = new Date(time.getTime() + 60_000);
      await anAuth(server.urlWith('hub:secret%20p%40ss'), {}, database);
      await server.mailsTo(email);
    });

    test('for three days: the mail is dropped', async () => {
      const auth = await anAuth('smtp://127.0.0.1:1');
      await aMail(auth);
      await until(auth, () => linesOf('mail failed').length === 1);
      time = new Date(time.getTime() + 73 * 3_600_000);
      await until(auth, (mails) => mails.length === 0);
      expect(linesOf('mail dropped').join('')).toContain('it waited too long');
      const { sum } = await readMetrics(auth.url());
      expect(sum('hub_mails_total', { outcome: 'dropped' })).toBe(1);
    });
  });

  describe('a server that takes its time', () => {
    let servers: Server[] = [];
    const sockets = new Set<Socket>();
    afterAll(() => {
      for (const socket of sockets) socket.destroy();
      for (const server of servers) server.close();
      servers = [];
    });

    async function listen(answer: (socket: Socket) => void) {
      const server = createServer((socket) => {
        sockets.add(socket.on('error', () => undefined));
        answer(socket);
      });
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
    }

    const drip = (socket: Socket) => {
      const timer = setInterval(() => socket.write('2'), 100);
      socket.on('close', () => clearInterval(timer));
    };

    test.each<[string, (socket: Socket) => void]>([
      ['hangs', () => undefined],
      ['drips', drip],
      ['ends at once', (socket) => void socket.end()],
    ])('one that %s ends with an error when the time is over', async (_, answer) => {
      const url = await listen(answer);
      const send = sendBySmtp({ ...smtpServerOf(url), from: 'hub@hub.example', requireTls: false });
      await expect(send(mailTo('a@example.com'), AbortSignal.timeout(100))).rejects.toThrow();
    });

    test('keeps no one else waiting, nor the end of the process', async () => {
      const auth = await anAuth(await listen(drip));
      await aMail(auth);
      await until(auth, ([mail]) => mail?.['attempts'] === 1);
      await auth.close();
      closing.pop();
    });
  });

  describe('replicas', () => {
    test('share the mails: each is sent once', async () => {
      const server = await aServer();
      const first = await anAuth(server.url);
      const second = await anAuth(server.url, {}, first.database);
      const users = await Promise.all(Array.from({ length: 20 }, () => aKnownUser(first)));
      await Promise.all(users.map((user, index) => logInAs(index % 2 === 0 ? first : second, user)));
      await until(first, (mails) => mails.length === 0);
      expect(server.mails.map(({ to }) => to[0]).sort()).toEqual(users.map(({ email }) => email).sort());
    });

    test('a mail that is sent again has the same Message-ID', async () => {
      const seen: string[] = [];
      const data = ({ messageId }: { messageId: string }) =>
        seen.push(messageId) === 1 ? { code: 451, text: 'taken, or not' } : undefined;
      const server = await aServer({}, { data });
      const auth = await anAuth(server.url);
      const email = await aMail(auth);
      await until(auth, () => linesOf('mail failed').length === 1);
      time = new Date(time.getTime() + 31_000);
      await server.mailsTo(email);
      expect(seen).toEqual([seen[0], seen[0]]);
      expect(seen[0]).toMatch(/^<[0-9a-f]{32}@hub\.example>$/);
    });
  });

  describe('without a server', () => {
    test('nothing is queued, and the pages ask the operator', async () => {
      const auth = await startTestAuth();
      closing.push(auth.close);
      await aMail(auth);
      expect(await waitingMails(auth)).toEqual([]);
      expect((await readMetrics(auth.url())).names.filter((name) => name.startsWith('hub_mails'))).toEqual([]);
    });

    test('a server needs a sender', () => {
      const env = { ...requiredSettings, SMTP_SERVER_URL: 'smtp://user:secret@mail.example' };
      expect(() => readConfig(env)).toThrow('MAIL_FROM is missing');
      expect(() => readConfig({ ...env, SMTP_SERVER_URL: 'https://user:secret@mail.example' })).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining('secret') }),
      );
    });
  });
});

/** Links for forgotten passwords (docs/api/back-office.md#forgotten-passwords). */
describe('links for forgotten passwords', () => {
  let auth: TestAuth;

  let time = new Date();

  const logged: string[] = [];

  beforeAll(async () => {
    const log = openLog('auth', 'debug', { write: (line: string) => void logged.push(line) });
    auth = await startTestAuth({ log, now: () => time });
  });

  afterAll(() => auth.close());

  const logInThenReview = '/back-office/log-in?continue=%2Fback-office%2Fprofile%2Fconnections';

  const new_password = 'staple the correct battery';

  async function aLink(user_id: string) {
    const { status, body } = await auth.operator(`POST /management/users/${user_id}/password_link`);
    expect(status).toBe(200);
    const { pathname, search, origin, searchParams } = new URL(body.url);
    expect(origin + pathname).toBe('https://hub.example/back-office/new-password');
    return { path: pathname + search, token: searchParams.get('token') ?? '', expires_at: body.expires_at as string };
  }

  const isLoggedIn = async (owner: Awaited<ReturnType<typeof anOwner>>) =>
    (await owner.browser.open(sessionsPath)).url === sessionsPath;

  describe('a link', () => {
    test('sets a new password, once, and ends every session; the audit names its creator and its user', async () => {
      const owner = await anOwner(auth);
      const { path, token, expires_at } = await aLink(owner.user.id);
      expect(Date.parse(expires_at) - time.getTime()).toBeLessThanOrEqual(3_600_000);
      const browser = openBrowser(auth);
      const form = await browser.open(path);
      expect(form.html).toContain('<h1>Set a new password</h1>');
      const page = await browser.send(form, { new_password });
      expect(page).toMatchObject({ status: 200, url: logInThenReview });
      expect(page.html).toContain('Your new password is set.');
      expect(await isLoggedIn(owner)).toBe(false);
      const again = await logInAs(auth, { email: owner.email, password: new_password });
      expect((await again.open(sessionsPath)).url).toBe(sessionsPath);
      const repeated = await browser.send(form, { new_password: 'another password again' });
      expect(repeated.status).toBe(422);
      expect(repeated.html).toContain('This link is no longer valid');
      expect((await again.open(sessionsPath)).url).toBe(sessionsPath);
      const entries = await auditOfSubject(auth, owner.user.id, 'user.password_link', 'user.new_password');
      expect(entries).toMatchObject([
        { actor: 'operator', action: 'user.password_link' },
        { actor: 'user', action: 'user.new_password', actor_id: owner.user.id, actor_name: owner.email },
      ]);
      expect(JSON.stringify(entries)).not.toContain(token);
    });

    test('is stored as a digest, and is neither in the page nor in a log', async () => {
      const owner = await anOwner(auth);
      const { path, token } = await aLink(owner.user.id);
      const { rows } = await auth.db.query('select * from password_links where user_id = $1', [owner.user.id]);
      expect(rows).toMatchObject([{ token_digest: digest(token) }]);
      expect(JSON.stringify(rows)).not.toContain(token);
      const browser = openBrowser(auth);
      const form = await browser.open(path);
      expect(form.html).not.toContain(token);
      expect(form.headers.get('cache-control')).toBe('no-store');
      await browser.send(form, { new_password: 'short' });
      await browser.send(form, { new_password });
      await browser.open(`/back-office/not-there?token=${token}`);
      expect(logged.join('')).toContain('password_link');
      expect(logged.join('')).not.toContain(token);
    });

    test('is invalid after a newer link, after an hour, and after a change of the password', async () => {
      const owner = await anOwner(auth);
      const replaced = await aLink(owner.user.id);
      const newest = await aLink(owner.user.id);
      const opened = async (path: string) => (await openBrowser(auth).open(path)).html;
      expect(await opened(replaced.path)).toContain('no longer valid');
      expect(await opened(newest.path)).toContain('name="new_password"');
      time = new Date(Date.parse(newest.expires_at));
      expect(await opened(newest.path)).toContain('no longer valid');
      const last = await aLink(owner.user.id);
      expect(await opened(last.path)).toContain('name="new_password"');
      await owner.browser.send(await owner.browser.open('/back-office/profile/password'), {
        password: owner.given.password,
        new_password,
      });
      expect(await opened(last.path)).toContain('no longer valid');
    });

    test('a password that is too short is refused, and the link still works', async () => {
      const owner = await anOwner(auth);
      const { path } = await aLink(owner.user.id);
      const browser = openBrowser(auth);
      const page = await browser.send(await browser.open(path), { new_password: 'short' });
      expect(page.status).toBe(422);
      expect(page.html).toContain('New password must have at least 8 characters');
      expect(await isLoggedIn(owner)).toBe(true);
      expect((await browser.send(await browser.open(path), { new_password })).url).toBe(logInThenReview);
    });

    test("ends the waits for the user's email address, and makes this browser the only known one", async () => {
      const owner = await anOwner(auth);
      const { path } = await aLink(owner.user.id);
      const address = { 'x-forwarded-for': '192.0.2.60' };
      const guesser = openBrowser(auth, address);
      const form = await guesser.open('/back-office/log-in');
      for (let count = 0; count < 12; count += 1) await guesser.send(form, { email: owner.email, password: 'wrong' });
      const browser = openBrowser(auth, address);
      const tryNew = async (from = browser) =>
        from.send(await from.open('/back-office/log-in'), { email: owner.email, password: new_password });
      expect((await tryNew()).status).toBe(429);
      await browser.send(await browser.open(path), { new_password });
      const known = async () =>
        (await auth.db.query('select browser_digest from known_browsers where user_id = $1', [owner.user.id])).rows;
      expect(await known()).toEqual([{ browser_digest: digest(browser.cookies.get('__Host-browser') ?? '') }]);
      expect((await tryNew(openBrowser(auth, address))).url).toBe('/back-office');
      expect((await tryNew()).url).toBe('/back-office');
    });

    test('used many times at once, sets one password', async () => {
      const owner = await anOwner(auth);
      const { path } = await aLink(owner.user.id);
      const browser = openBrowser(auth);
      const form = await browser.open(path);
      const passwords = Array.from({ length: 8 }, (_, n) => `staple the battery ${n}`);
      const pages = await Promise.all(passwords.map((password) => browser.send(form, { new_password: password })));
      expect(pages.map(({ url }) => url).filter((url) => url === logInThenReview)).toHaveLength(1);
      const won = passwords[pages.findIndex(({ url }) => url === logInThenReview)] ?? '';
      const again = await logInAs(auth, { email: owner.email, password: won });
      expect((await again.open(sessionsPath)).url).toBe(sessionsPath);
    });

    test.each(['', '?token=', `?token=${'0'.repeat(48)}`, '?token=%00', `?token=${'x'.repeat(101)}`])(
      'the page with %j has no form',
      async (query) => {
        const page = await openBrowser(auth).open(`/back-office/new-password${query}`);
        expect(page.status).toBeLessThan(500);
        expect(page.html).not.toContain('name="new_password"');
      },
    );

    test('is a 404 for an unknown user', async () => {
      expect((await auth.operator('POST /management/users/nothing/password_link')).status).toBe(404);
    });
  });

  describe('finding a user by the email address', () => {
    test('gives a page of one, in whatever case, or of none', async () => {
      const { user, email } = await anOwner(auth);
      const find = async (address: string) =>
        (await auth.operator(`GET /management/users?email=${encodeURIComponent(address)}`)).body;
      expect(await find(email.toUpperCase())).toEqual({ items: [user], next: null });
      expect(await find('nobody@example.com')).toEqual({ items: [], next: null });
    });
  });
});
