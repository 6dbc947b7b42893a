/** How mails reach an SMTP server that may be slow, refuse, or be away. */
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterEach, afterAll, describe, expect, test } from '@jest/globals';
import { openLog } from '@order-hub/shared/log';
import { eventually } from '@order-hub/testing/call';
import { freshDatabase } from '@order-hub/testing/fresh-database';
import { readMetrics } from '@order-hub/testing/metrics';
import { sendBySmtp } from '../src/mails/smtp/send-by-smtp.ts';
import { smtpServerOf } from '../src/mails/smtp/smtp-server.ts';
import { readConfig } from '../src/config.ts';
import { logInAs } from './browser.ts';
import { mailSettings, startMailServer, type Behaviour, type MailServer } from './mail-server.ts';
import { aKnownUser } from './owner.ts';
import { requiredSettings, startTestAuth, type TestAuth } from './service.ts';

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
    await send(mailTo('a@example.com'), AbortSignal.timeout(5_000));
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
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(server.mails).toEqual([]);
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
    await expect(send(mailTo('a@example.com'), AbortSignal.timeout(500))).rejects.toThrow();
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
