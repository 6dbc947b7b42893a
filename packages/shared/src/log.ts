import { pino } from 'pino';

/** Structured JSON lines on stdout. Levels: error = someone must act; warn = look when convenient; info = a milestone; debug = each request. */
export type Log = Pick<pino.Logger, 'error' | 'warn' | 'info' | 'debug'>;

/** What never reaches a log, wherever it hides: credentials and what identifies a person. */
const redact = [
  'access_token',
  'authorization',
  'client_secret',
  'code',
  'password',
  'token',
  'email',
  'phone',
  'headers["x-access-token"]',
  'headers["x-hub-caller"]',
  'headers["x-hub-service"]',
  'headers.authorization',
  'headers.cookie',
];

/** The log of one process; `service` is on every line. */
export function openLog(service: string, level: string): Log {
  const paths = redact.flatMap((name) => (name.startsWith('headers') ? [name, `*.${name}`] : [name, `*.${name}`]));
  return pino({
    level,
    // No pid or host name: the service's name tells enough, and the platform adds the rest.
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths, censor: '[redacted]' },
  });
}

/** A log that keeps still: for tests and for code that has nobody to tell. */
export const silentLog: Log = pino({ level: 'silent' });
