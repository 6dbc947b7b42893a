import { randomFillSync } from 'node:crypto';

const TIME_CHARS = 9;
const HIGH_CHARS = 5;
const LOW_CHARS = 6;
const HIGH_SIZE = 36 ** HIGH_CHARS;
const LOW_SIZE = 36 ** LOW_CHARS;
const LATEST_MS = 36 ** TIME_CHARS - 1;
/** 9 bits of step and 31 bits of fresh low part: 40 random bits in each id, and room for 236,000 ids in one millisecond. */
const STEP_SIZE = 512;
const START_SIZE = 2 ** 20;

const RANDOM_BYTES = 6;
const pool = Buffer.alloc(RANDOM_BYTES * 1024);
let poolOffset = pool.length;

let high = 0;
let newestMs = -1;
let prefixMs = -1;
let prefix = '';

/**
 * A new id: 20 characters of 0-9 and a-z, unguessable (40 random bits), whose order by code unit is the order of creation.
 * The first 9 are the milliseconds of `at` in base 36. Ids that one process makes for the same millisecond grow, also when
 * it makes ids of other milliseconds in between.
 */
export function newId(at: Date = new Date()): string {
  const time = timePart(at);
  const random = randomPart();
  high = nextHigh(Math.floor(random / LOW_SIZE), at.getTime());
  return time + digits(high, HIGH_CHARS) + digits(random % LOW_SIZE, LOW_CHARS);
}

/**
 * The smallest id of the millisecond of `at`: what was created at or after `at` has an id that is not below it.
 * Times before 1970 and after the year 5188 give the first and the last id time there is.
 */
export function idFloor(at: Date): string {
  return timePart(at) + '0'.repeat(HIGH_CHARS + LOW_CHARS);
}

function timePart(at: Date): string {
  const ms = at.getTime();
  if (Number.isNaN(ms)) throw new RangeError('An id needs a valid time');
  if (ms !== prefixMs) {
    prefix = digits(Math.min(Math.max(ms, 0), LATEST_MS), TIME_CHARS);
    prefixMs = ms;
  }
  return prefix;
}

/** Starts again from the low end only with a new millisecond, so that within one millisecond ids grow. */
function nextHigh(random: number, ms: number): number {
  const isNewMs = ms > newestMs;
  newestMs = Math.max(ms, newestMs);
  const next = high + 1 + (random % STEP_SIZE);
  const isUsedUp = next >= HIGH_SIZE || (isNewMs && next > HIGH_SIZE / 2);
  return isUsedUp ? random % START_SIZE : next;
}

/** 48 random bits, drawn from a batch: one call of the generator serves 1,024 ids. */
function randomPart(): number {
  if (poolOffset === pool.length) {
    randomFillSync(pool);
    poolOffset = 0;
  }
  const random = pool.readUIntBE(poolOffset, RANDOM_BYTES);
  poolOffset += RANDOM_BYTES;
  return random;
}

function digits(value: number, width: number): string {
  return value.toString(36).padStart(width, '0');
}
