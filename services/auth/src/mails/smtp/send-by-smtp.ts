import type { ConnectionOptions } from 'node:tls';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { SmtpServer } from './smtp-server.ts';

/** A mail as it goes out. `messageId`: with angle brackets. */
export type OutgoingMail = { to: string; messageId: string; date: Date; subject: string; text: string; html: string };

/** Sends one mail. Throws nodemailer's error, also when the server takes longer than a mail may. */
export type SendMail = (mail: OutgoingMail, signal: AbortSignal) => Promise<void>;

const connectMs = 10_000;
const silentMs = 15_000;
/** A server that answers one byte at a time is never silent. */
const mailMs = 30_000;

/** Says that no answer is expected, so that no out-of-office reply comes back. */
const headers = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

type Sender = SmtpServer & {
  from: string;
  /** Nothing is sent in plain text. */
  requireTls: boolean;
  /** Further terms of TLS, for tests: which certificates are trusted. */
  tls?: ConnectionOptions;
};

/** Sends mails from `from` by this server, over one connection each. */
export function sendBySmtp({ from, requireTls, ...server }: Sender): SendMail {
  const transport = createTransport({
    ...server,
    requireTLS: requireTls && !server.secure,
    connectionTimeout: connectMs,
    dnsTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silentMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (mail, signal) => {
    const deadline = AbortSignal.any([signal, AbortSignal.timeout(mailMs)]);
    const to = { name: '', address: mail.to };
    const options: SendMailOptions & { signal: AbortSignal } = { ...mail, to, from, headers, signal: deadline };
    await transport.sendMail(options);
  };
}
