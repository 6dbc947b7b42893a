import { types } from 'node:util';
import { pino, stdSerializers, type DestinationStream } from 'pino';
import { personalFields } from '../values/texts/personal-fields.ts';

/** JSON lines on stdout. error: act now; warn: look when convenient; info: a request, or a milestone; debug: details. */
export type Log = Pick<pino.Logger, 'error' | 'warn' | 'info' | 'debug' | 'child' | 'level' | 'isLevelEnabled'>;

/** Credentials and personal data, redacted at the first and second level of a line. */
const redact = [
  'access_token',
  'authorization',
  'client_secret',
  'code',
  'new_password',
  'password',
  'token',
  ...personalFields,
  'headers["x-access-token"]',
  'headers["x-hub-caller"]',
  'headers["x-hub-service"]',
  'headers.authorization',
  'headers.cookie',
];

/**
 * The fields of errors that quote data: of PostgreSQL's, `Failing row contains (…)` and the statement's values; of an invalid
 * URL, the URL with its password.
 */
const quoting = new Set(['detail', 'where', 'internalQuery', 'input']);

/** PostgreSQL's messages about invalid data (class 22), and those of JSON.parse, quote the data. */
const quotesData = (error: unknown) =>
  error instanceof SyntaxError || (error as { code?: unknown } | null)?.code?.toString().startsWith('22') === true;

/** The reason to log or store for an error: its message, unless that quotes data. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!quotesData(error)) return error.message;
  const { code } = error as { code?: string };
  return code === undefined ? 'what was read is not valid JSON' : `PostgreSQL refused a value (${code})`;
}

/** An error in a log line, without quoted data. Renames its `code`, because the redaction of OAuth codes would hide it. */
function errorInLog(error: Error): object {
  const { stack = '', code: error_code, ...shown } = stdSerializers.err(error) as Record<string, string>;
  const facts = Object.entries({ ...shown, error_code }).filter(([name]) => !quoting.has(name));
  const frames = stack.slice(stack.search(/\n +at /) + 1);
  return { ...Object.fromEntries(facts), message: reasonOf(error), stack: quotesData(error) ? frames : stack };
}

/** The log of a process, with `service` on every line. A test may pass a destination other than stdout. */
export function openLog(service: string, level: string, destination: DestinationStream = pino.destination(1)): Log {
  const paths = redact.flatMap((name) => [name, `*.${name}`]);
  const options = {
    level,
    // No pid or host name: the platform adds them.
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths, censor: '[redacted]' },
    serializers: { err: (error: unknown) => (types.isNativeError(error) ? errorInLog(error) : error) },
  };
  return pino(options, destination);
}

/** A log that writes nothing, for tests. */
export const silentLog: Log = pino({ level: 'silent' });
