import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { addressSettings } from './neighbours.ts';

/** A setting that is a list separated by commas. Drops empty entries. */
export const commaList = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

/** A key ring: secrets of at least 32 characters, separated by commas. The first signs and encrypts; any verifies and decrypts. */
export const keyRing = commaList.pipe(
  z.array(z.string().min(32, 'each key must have at least 32 characters')).min(1, 'must hold at least one key'),
);

/** A number of seconds above 0, with a default. */
export const seconds = (fallback: number) => z.coerce.number().positive().default(fallback);

/** A whole number above 0, with a default. */
export const limit = (fallback: number) => z.coerce.number().int().positive().default(fallback);

/** The settings of every process. */
export const processSettings = {
  HOST: z.string().default('0.0.0.0'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  LOG_LEVEL: z.enum(['error', 'warn', 'info', 'debug', 'silent']).default('info'),
  /** `production` skips the checks that only developers need. */
  NODE_ENV: z.string().default('development'),
  HUB_INTERNAL_KEYS: keyRing,
  AMQP_URL: z.url({ protocol: /^amqps?$/ }).optional(),
};

/** The settings of a service with a database. Without AMQP_URL it sends messages to the services' addresses. */
export const serviceSettings = {
  ...processSettings,
  ...addressSettings,
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  DATABASE_POOL_SIZE: limit(10),
};

/** Invalid settings. The message lists every fault, one per line. */
export class ConfigError extends Error {}

/** `NAME_FILE` is the path of a file that holds `NAME`: a mounted secret. */
function readSecretFiles(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const merged = { ...env };
  for (const [name, path] of Object.entries(env)) {
    const target = name.replace(/_FILE$/, '');
    if (target !== name && path && merged[target] === undefined) merged[target] = readFileSync(path, 'utf8').trim();
  }
  return merged;
}

/** Reads the settings and freezes them. An empty variable counts as unset. Throws ConfigError with all faults. */
export function loadConfig<Shape extends z.ZodRawShape>(
  shape: Shape,
  env: NodeJS.ProcessEnv,
): z.infer<z.ZodObject<Shape>> {
  const schema = z.object(shape);
  const names = new Set(Object.keys(shape).flatMap((name) => [name, `${name}_FILE`]));
  const given = Object.entries(env).filter(([name, value]) => names.has(name) && value !== '' && value !== undefined);
  let settings: NodeJS.ProcessEnv;
  try {
    settings = readSecretFiles(Object.fromEntries(given));
  } catch (error) {
    throw new ConfigError(`A secret file cannot be read: ${(error as Error).message}`);
  }
  const parsed = schema.safeParse(settings);
  if (parsed.success) return Object.freeze(parsed.data) as z.infer<z.ZodObject<Shape>>;
  const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`The settings (environment variables) are not fit to run with:\n${faults.join('\n')}`);
}
