/**
 * The kinds of settings. Each names its form, which faults (config.ts) and the table docs/settings.md show, so a new setting
 * needs its kind and a description: `limit(500).describe('Requests of a connection per minute.')`. The description comes last.
 */
import { z } from 'zod';
import { rule } from '../../values/rules.ts';

/** `form` completes "must be …". Never show the value of a secret. `fallback`: the default in words, if it depends on the machine. */
type SettingFacts = {
  form?: string;
  description?: string | undefined;
  unit?: string;
  isSecret?: boolean;
  fallback?: string;
};

/** What a setting says of itself, also inside `.optional()` and `.default()`. */
export function factsOf(schema: z.core.$ZodType): SettingFacts {
  const { innerType } = schema._zod.def as { innerType?: z.core.$ZodType };
  return { ...(innerType && factsOf(innerType)), ...z.globalRegistry.get(schema) };
}

export const text = () => z.string().meta({ form: 'a text' });

/** A setting that is a list separated by commas. Drops empty entries. */
export const commaList = z.string().transform((list) =>
  list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

/** Secrets of at least `charactersMin` characters, separated by commas: the newest first, all accepted. */
const secretRing = (charactersMin: number) =>
  commaList
    .pipe(z.array(z.string().min(charactersMin)).min(1))
    .meta({ form: `secrets of at least ${charactersMin} characters each, separated by commas`, isSecret: true });

/** A key ring. The first key signs and encrypts; any verifies and decrypts. */
export const keyRing = secretRing(32);

/** The operators' keys. */
export const operatorKeyRing = secretRing(16);

type Range = { min?: number; max?: number };

const rangeText = ({ min, max }: Range) =>
  min === undefined ? 'above 0' : max === undefined ? `of at least ${min}` : `from ${min} to ${max}`;

/** A whole number: above 0 without `min`. */
export const wholeNumber = (range: Range = {}) =>
  z.coerce
    .number()
    .int()
    .min(range.min ?? 1)
    .max(range.max ?? Number.MAX_SAFE_INTEGER)
    .meta({ form: `a whole number ${rangeText(range)}` });

/** A whole number above 0, with a default. */
export const limit = (fallback: number) => wholeNumber().default(fallback);

/** A number of bytes, with a default. */
export const bytes = (fallback: number) => limit(fallback).meta({ unit: 'bytes' });

/** A whole number of days, at least `min`, with a default. */
export const days = (fallback: number, min: number) => wholeNumber({ min }).default(fallback).meta({ unit: 'days' });

/** A number of seconds above 0, with a default. */
export const seconds = (fallback: number, max = Number.MAX_SAFE_INTEGER) =>
  z.coerce
    .number()
    .positive()
    .max(max)
    .default(fallback)
    .meta({
      form: max === Number.MAX_SAFE_INTEGER ? 'a number above 0' : `a number above 0, ${max} at most`,
      unit: 'seconds',
    });

/** A number of seconds from 0 to `max`, with a default. */
export const secondsOrNone = (fallback: number, max: number) =>
  z.coerce
    .number()
    .min(0)
    .max(max)
    .default(fallback)
    .meta({ form: `a number from 0 to ${max}`, unit: 'seconds' });

/** A number from 0 to 1, with a default. */
export const share = (fallback: number) =>
  z.coerce.number().min(0).max(1).default(fallback).meta({ form: 'a number from 0 to 1' });

export const port = (fallback: number) => wholeNumber({ min: 0, max: 65_535 }).default(fallback);

export const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values).meta({ form: `one of ${values.join(', ')}` });

export const flag = (fallback: boolean) => z.stringbool().default(fallback).meta({ form: 'true or false' });

/** A URL of one of `protocols`. It may contain a password, so faults do not show it. */
export const secretUrl = (protocols: readonly string[], example: string) =>
  z
    .url({ protocol: new RegExp(`^(${protocols.join('|')})$`) })
    .meta({ form: `a URL such as ${example}`, isSecret: true });

/** An address of a service, such as `http://auth:8080`, without a trailing slash. */
export const addressSetting = z
  .url({ protocol: /^https?$/ })
  .transform((url) => url.replace(/\/+$/, ''))
  .meta({ form: 'an address such as http://auth:8080' });

function isOrigin(url: string): boolean {
  const { origin, href } = new URL(url);
  return href === `${origin}/`;
}

/** The address of the hub itself, without a trailing slash. Its paths are fixed, so it has none. */
export const originSetting = z
  .url({ protocol: /^https?$/ })
  .check(rule(isOrigin, 'not_a_url', 'without a path, a query or a user'))
  .transform((url) => new URL(url).origin)
  .meta({ form: 'an address such as https://hub.example.com' });
