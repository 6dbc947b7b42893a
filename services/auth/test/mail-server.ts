/** A real SMTP server on this machine, and the mails that it accepts. */
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { eventually } from '@order-hub/testing/call';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export type ReceivedMail = {
  to: string[];
  from: string;
  subject: string;
  messageId: string;
  headers: string;
  text: string;
  html: string;
  isSecure: boolean;
  user: unknown;
};

const decodedWords = (header: string) =>
  header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b' ? Buffer.from(word, 'base64').toString() : decodeQuoted(word.replaceAll('_', ' ')),
    );

function decodeQuoted(text: string): string {
  const joined = text.replace(/=\r\n/g, '');
  const bytes = joined.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

function decodePart(part: string): string {
  const [head = '', ...rest] = part.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  const encoding = /content-transfer-encoding: *(\S+)/i.exec(head)?.[1]?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  return (encoding === 'quoted-printable' ? decodeQuoted(body) : body).replaceAll('\r\n', '\n').trim();
}

/** Reads a mail with a part of plain text and one of HTML. */
function parse(source: string) {
  const [head = ''] = source.split('\r\n\r\n');
  const headers = head.replace(/\r\n[ \t]+/g, ' ');
  const header = (name: string) => new RegExp(`^${name}: *(.*)$`, 'im').exec(headers)?.[1]?.trim() ?? '';
  const boundary = /boundary="?([^";]+)/i.exec(headers)?.[1] ?? 'none';
  const [, text = '', html = ''] = source.split(`--${boundary}`).map((part) => part.replace(/^\r\n/, ''));
  return {
    headers,
    subject: decodedWords(header('subject')),
    messageId: header('message-id'),
    text: decodePart(text),
    html: decodePart(html),
  };
}

type Answer = { code: number; text: string } | undefined;

/** What the server refuses, and with which answer. */
export type Behaviour = {
  rcpt?: (address: string) => Answer;
  data?: (mail: ReceivedMail) => Answer;
};

const errorOf = ({ code, text }: NonNullable<Answer>) => Object.assign(new Error(text), { responseCode: code });

/** `scheme`: of the URL. Takes mails of `hub` with the password `secret`, if `options` ask for a log-in. */
export async function startMailServer(options: SMTPServerOptions = {}, behaviour: Behaviour = {}) {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'hub' && password === 'secret p@ss' ? done(null, { user: username }) : done(new Error('no')),
    onRcptTo({ address }, _session, done) {
      const answer = behaviour.rcpt?.(address);
      done(answer && errorOf(answer));
    },
    onData(stream, { envelope, secure, user }, done) {
      void buffer(stream).then((content) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        const mail = { to, from, isSecure: secure, user, ...parse(content.toString()) };
        const answer = behaviour.data?.(mail);
        if (!answer) mails.push(mail);
        done(answer && errorOf(answer));
      });
    },
    logger: false,
    ...options,
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const scheme = options.secure ? 'smtps' : 'smtp';
  return {
    mails,
    port,
    url: `${scheme}://127.0.0.1:${port}`,
    urlWith: (credentials: string) => `${scheme}://${credentials}@127.0.0.1:${port}`,
    /** The mails to this address, once there are `count`. */
    mailsTo: (address: string, count = 1) =>
      eventually(() => {
        const found = mails.filter(({ to }) => to.includes(address));
        return Promise.resolve(found.length >= count && found);
      }),
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;

/** The settings of an auth service that sends by this server. */
export const mailSettings = (SMTP_SERVER_URL: string) => ({
  SMTP_SERVER_URL,
  SMTP_REQUIRE_TLS: 'false',
  MAIL_FROM: 'hub@hub.example',
});

/** Path and query of the link in a mail. */
export const linkIn = ({ text }: ReceivedMail): string => {
  const { pathname, search } = new URL(/https:\/\/\S+/.exec(text)?.[0] ?? 'https://none.example');
  return pathname + search;
};
