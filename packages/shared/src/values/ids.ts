import { randomFillSync } from 'node:crypto';

const radix = 36;
const timeChars = 9;
const highChars = 5;
const lowChars = 6;
const highSize = radix ** highChars;
const lowSize = radix ** lowChars;
const latestMs = radix ** timeChars - 1;
/** Each id has 40 random bits: 9 in the step, 31 in the low part. One millisecond has room for 236,000 ids. */
const stepSize = 512;
const startSize = 2 ** 20;

const idPattern = /^[\w-]{1,64}$/;

const randomBytes = 6;
const pool = Buffer.alloc(randomBytes * 1024);
let poolOffset = pool.length;

let high = 0;
let newestMs = -1;
let prefixMs = -1;
let prefix = '';

/**
 * A new id (docs/api/conventions.md#ids): 20 characters of 0-9 and a-z, with 40 random bits; ids sort by creation. The first
 * 9 characters are the milliseconds of `at` in base 36. Within a process, ids of one millisecond ascend, even with ids of
 * other milliseconds in between.
 */
export function newId(at: Date = new Date()): string {
  const time = timePart(at);
  const random = randomPart();
  high = nextHigh(Math.floor(random / lowSize), at.getTime());
  return time + digits(high, highChars) + digits(random % lowSize, lowChars);
}

/**
 * The smallest id of the millisecond of `at`: everything created at or after `at` has this id or a larger one. Clamps
 * times before 1970 and after the year 5188.
 */
export function idFloor(at: Date): string {
  return timePart(at) + '0'.repeat(highChars + lowChars);
}

/** Whether the text has the form of an id, whoever made it. */
export const isId = (text: string): boolean => idPattern.test(text);

/** When the resource with this id was created, to the millisecond. */
export function timeOfId(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, timeChars), radix));
}

function timePart(at: Date): string {
  const ms = at.getTime();
  if (Number.isNaN(ms)) throw new RangeError('An id needs a valid time');
  if (ms !== prefixMs) {
    prefix = digits(Math.min(Math.max(ms, 0), latestMs), timeChars);
    prefixMs = ms;
  }
  return prefix;
}

/** Restarts from the low end only in a new millisecond, so the ids of one millisecond ascend. */
function nextHigh(random: number, ms: number): number {
  const isNewMs = ms > newestMs;
  newestMs = Math.max(ms, newestMs);
  const next = high + 1 + (random % stepSize);
  const isUsedUp = next >= highSize || (isNewMs && next > highSize / 2);
  return isUsedUp ? random % startSize : next;
}

/** 48 random bits. Calls the generator once per 1,024 ids. */
function randomPart(): number {
  if (poolOffset === pool.length) {
    randomFillSync(pool);
    poolOffset = 0;
  }
  const random = pool.readUIntBE(poolOffset, randomBytes);
  poolOffset += randomBytes;
  return random;
}

function digits(value: number, width: number): string {
  return value.toString(radix).padStart(width, '0');
}
