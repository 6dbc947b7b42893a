/** The server that takes the hub's mail, from its URL, and what its answers mean. */

export type SmtpServer = {
  host: string;
  port: number;
  secure: boolean;
  auth: { user: string; pass: string } | undefined;
};

/** `smtps://` speaks TLS from the start; `smtp://` begins in plain text, and changes to TLS with STARTTLS. */
export function smtpServerOf(url: string): SmtpServer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const secure = protocol === 'smtps:';
  const user = decodeURIComponent(username);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    auth: user === '' ? undefined : { user, pass: decodeURIComponent(password) },
  };
}

/** What nodemailer's errors say. `responseCode`: the answer of the server, if there was one. */
type SmtpFault = { code?: unknown; responseCode?: unknown; response?: unknown; command?: unknown };

const aboutMail = new Set(['RCPT TO', 'DATA']);

/** Enhanced codes 5.7: security or policy, such as a relay that does not know us (RFC 3463). */
const isPolicy = (response: unknown) => /\b5\.7\.\d/.test(String(response));

/**
 * Whether this mail can never be sent: the address has no valid form, or the server answers the recipient or the content with
 * 5xx. Any other 5xx, as to the log-in or the sender, is about our settings, so the mail waits until they are right.
 */
export function isRefusedForGood({ code, responseCode, response, command }: SmtpFault): boolean {
  if (code === 'EENVELOPE' && command === 'API') return true;
  if (typeof responseCode !== 'number' || responseCode < 500 || isPolicy(response)) return false;
  return aboutMail.has(String(command));
}

/** A fault for the log: without the words of the server, which may quote the recipient. */
export function faultInWords({ code, responseCode, command }: SmtpFault): string {
  const answer = typeof responseCode === 'number' ? `${String(command)} was answered with ${responseCode}` : undefined;
  return answer ?? (typeof code === 'string' ? code : 'the connection failed');
}
