import { pino, type DestinationStream } from 'pino';

/** Structured JSON lines on stdout. error: someone must act; warn: look when convenient; info: a milestone; debug: each request. */
export type Log = Pick<pino.Logger, 'error' | 'warn' | 'info' | 'debug' | 'child' | 'level'>;

/** Never logged, at the first or second level of a line: credentials and personal data. */
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

/** The log of one process; `service` is on every line. A test may give another destination than stdout. */
export function openLog(service: string, level: string, destination: DestinationStream = pino.destination(1)): Log {
  const paths = redact.flatMap((name) => [name, `*.${name}`]);
  const options = {
    level,
    // No pid or host name: the platform adds them.
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths, censor: '[redacted]' },
  };
  return pino(options, destination);
}

/** A log that writes nothing, for tests. */
export const silentLog: Log = pino({ level: 'silent' });
