import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { addressSettings } from '../neighbours.ts';
import {
  addressSetting,
  bytes,
  days,
  factsOf,
  flag,
  keyRing,
  limit,
  oneOf,
  originSetting,
  port,
  secondsOrNone,
  secretUrl,
  text,
} from './settings.ts';
import { signingKeySettings } from './signing-keys.ts';
import { similarName } from './similar-names.ts';
import { shortened } from '../../values/texts/text-start.ts';

/** The settings of every process. */
export const processSettings = {
  HOST: text().default('0.0.0.0').describe('The address to listen on; by default all.'),
  PORT: port(8080).describe('The port to listen on.'),
  LOG_LEVEL: oneOf(['error', 'warn', 'info', 'debug', 'silent']).default('info').describe('The least level to log.'),
  DRAIN_SECONDS: secondsOrNone(5, 60).describe(
    'How long a process that is told to stop goes on accepting requests, so that balancers notice. 0 without a balancer.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: addressSetting
    .optional()
    .describe('The OpenTelemetry collector that gets traces, over OTLP/HTTP. Without it there are none.'),
  NODE_ENV: text().default('development').describe('`production` skips the checks that only developers need.'),
  ...signingKeySettings,
};

/** The settings of a process that sends or receives messages: without AMQP_URL directly, over the services' addresses. */
export const busSettings = {
  AMQP_URL: secretUrl(['amqp', 'amqps'], 'amqp://user:password@rabbitmq:5672')
    .optional()
    .describe('The RabbitMQ broker. Without it, services send messages to each other.'),
  ACCEPT_UNSIGNED_MESSAGES: flag(false).describe(
    'With RabbitMQ: whether messages without a signature are taken, for the time of an upgrade from a release that does not sign them.',
  ),
};

/** The settings of a process that sends or consumes changes. */
const changeSettings = {
  CHANGE_PARTITIONS: oneOf(['8', '16', '32', '64'])
    .transform(Number)
    .meta({ form: 'one of 8, 16, 32, 64' })
    .default(8)
    .describe(
      'With RabbitMQ: the number of queues between which changes are divided, and so of replicas of events that can share ' +
        'them. The same for all services.',
    ),
};

/** The settings of a service with a database. */
export const serviceSettings = {
  ...processSettings,
  ...busSettings,
  ...changeSettings,
  ...addressSettings,
  DATABASE_URL: secretUrl(['postgres', 'postgresql'], 'postgres://user:password@postgres:5432/hub').describe(
    "The service's database. Each service uses its own schema and role.",
  ),
  DATABASE_POOL_SIZE: limit(10).describe('Connections of a process to its database.'),
  MIGRATE_ON_START: flag(false).describe(
    'Migrates the schema at start. Otherwise a service waits until `dist/src/migrate.js` has done so.',
  ),
  INBOX_DAYS: days(30, 7).describe(
    'How long the ids of handled messages are kept. A message that is sent again later takes effect twice.',
  ),
};

/** The settings of a service that stores data of customers (messages/anonymising.ts). */
export const anonymisingSettings = {
  ANONYMISED_MARK_DAYS: days(30, 7).describe(
    'How long anonymised customers are remembered, for data that is still on its way when they are anonymised.',
  ),
};

/** How large reads share the memory of a service (large-reads.ts). */
export const largeReadSettings = {
  PAGE_BYTES_MAX: bytes(8_388_608).describe('The largest page of a list.'),
  LARGE_READS_MAX: limit(2).describe('Large pages that a process reads at the same time.'),
  LARGE_READS_WAITING_MAX: limit(32).describe('Large pages of an account that wait to be read.'),
};

/** The settings that several services share, each with one meaning. */
export const publicUrl = originSetting.describe(
  'Where clients and browsers reach the gateway, if not where it listens: `<PUBLIC_URL>/v1` is the root of the API.',
);
export const encryptionKeys = keyRing.describe(
  'Encrypt access tokens and client secrets at rest: the first key encrypts, any decrypts.',
);
export const formKeys = keyRing.describe(
  'Prove forms of auth and the back office, since a page of one may post to the other: the first signs, any verifies.',
);

/** Invalid settings. The message lists every fault, one per line. */
export class ConfigError extends Error {}

type Given = { value: string | undefined; source: string };

/** Reads a setting from its variable, or from the file that `NAME_FILE` names: a mounted secret. Throws what is wrong. */
function readVariable(name: string, env: NodeJS.ProcessEnv): Given {
  // An empty variable counts as unset.
  const value = env[name] || undefined;
  const path = env[`${name}_FILE`] || undefined;
  if (path === undefined) return { value, source: name };
  if (value !== undefined) throw new ConfigError(`${name} and ${name}_FILE are both set: set one of them`);
  try {
    return { value: readFileSync(path, 'utf8').trim(), source: `${name} (from ${name}_FILE)` };
  } catch (error) {
    throw new ConfigError(`${name}_FILE names a file that cannot be read: ${(error as Error).message}`);
  }
}

const shownMax = 100;
const shown = (value: string) => JSON.stringify(shortened(value, shownMax));

/** The reasons that a setting's own rules give; those of zod's kinds repeat its form. */
const reasonsOf = ({ issues }: z.ZodError) => [
  ...new Set(issues.filter(({ code }) => code === 'custom').map(({ message }) => message)),
];

function faultOf(schema: z.ZodType, { value, source }: Given, error: z.ZodError): string {
  const { form = 'valid', isSecret = false } = factsOf(schema);
  if (value === undefined) return `${source} is missing: it must be ${form}`;
  return [`${source} must be ${form}${isSecret ? '' : `, not ${shown(value)}`}`, ...reasonsOf(error)].join(': ');
}

type Settings<Shape extends z.ZodRawShape> = z.infer<z.ZodObject<Shape>>;

/** Pairs of settings: the first must not be above the second. */
type Bounds<Shape extends z.ZodRawShape> = readonly (readonly [keyof Shape & string, keyof Shape & string])[];

/** A default above its bound is harmless: whoever sets a lower bound means it. */
function boundFault(env: NodeJS.ProcessEnv, read: Map<string, unknown>, [name, bound]: readonly [string, string]) {
  const [value, most] = [read.get(name), read.get(bound)];
  if (!env[name] || typeof value !== 'number' || typeof most !== 'number' || value <= most) return [];
  return [`${name} (${value}) must be at most ${bound} (${most}${env[bound] ? '' : ', its default'})`];
}

function throwFaults(faults: readonly string[]): void {
  if (faults.length === 0) return;
  throw new ConfigError(
    `The settings (environment variables) are not valid:\n${faults.map((fault) => `  ${fault}`).join('\n')}`,
  );
}

/** Reads the settings and freezes them. Throws ConfigError with all faults. */
export function loadConfig<Shape extends z.ZodRawShape>(
  shape: Shape,
  env: NodeJS.ProcessEnv,
  bounds: Bounds<Shape> = [],
): Settings<Shape> {
  const read = new Map<string, unknown>();
  const faults: string[] = [];
  for (const [name, schema] of Object.entries(shape) as [string, z.ZodType][]) {
    try {
      const given = readVariable(name, env);
      const parsed = schema.safeParse(given.value);
      if (!parsed.success) faults.push(faultOf(schema, given, parsed.error));
      else if (parsed.data !== undefined) read.set(name, parsed.data);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      faults.push(error.message);
    }
  }
  throwFaults([...faults, ...bounds.flatMap((pair) => boundFault(env, read, pair))]);
  return Object.freeze(Object.fromEntries(read)) as Settings<Shape>;
}

/** A sentence for each variable whose name is probably a misspelt setting. */
export function misspeltSettings(names: readonly string[], env: NodeJS.ProcessEnv): string[] {
  const known = names.flatMap((name) => [name, `${name}_FILE`]);
  return Object.keys(env).flatMap((name) => {
    const similar = similarName(name, known);
    return similar === undefined ? [] : [`${name} is not a setting: did you mean ${similar}?`];
  });
}
