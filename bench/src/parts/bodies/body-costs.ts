/** The cost of reading and checking a body. */
import { memoryUsage, cpuUsage } from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Endpoint } from '@order-hub/shared/endpoint';
import { ApiError, errorBody } from '@order-hub/shared/errors';
import { parseBody } from '@order-hub/shared/read-request';

export type Cost = { status: number; answerBytes: number; cpuMs: number; heapBytes: number };

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const runs = 3;

/** The status of the answer to a body that is read and checked, and the size of an error. */
export function answerTo(endpoint: Endpoint, bytes: Buffer) {
  try {
    parseBody(endpoint, bytes);
    return { status: 200, answerBytes: 0 };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, answerBytes: Buffer.byteLength(JSON.stringify(errorBody(error))) };
  }
}

/** Measures processor time and growth of the heap. Takes the lowest of some runs, which other work on the machine disturbs least. */
export function costOf(endpoint: Endpoint, bytes: Buffer): Cost {
  const measured = Array.from({ length: runs }, () => {
    collectGarbage();
    const [heap, cpu] = [memoryUsage().heapUsed, cpuUsage()];
    const result = answerTo(endpoint, bytes);
    const { user, system } = cpuUsage(cpu);
    return { ...result, cpuMs: (user + system) / 1_000, heapBytes: memoryUsage().heapUsed - heap };
  });
  const [first] = measured;
  return {
    status: first?.status ?? 0,
    answerBytes: first?.answerBytes ?? 0,
    cpuMs: Math.min(...measured.map(({ cpuMs }) => cpuMs)),
    heapBytes: Math.min(...measured.map(({ heapBytes }) => heapBytes)),
  };
}

/** Shorter times are too short to compare. */
const comparableMs = 4;

/** The body to compare with, as a share of the largest: over three doublings, one garbage collection does not decide. */
export const smallerPart = 1 / 8;

/** How the cost grows with each doubling, from `smallerPart` to the whole. Proportional work gives 2, quadratic work 4. */
export const doubling = (smaller: Cost, whole: Cost): number =>
  Math.cbrt(Math.max(whole.cpuMs, comparableMs) / Math.max(smaller.cpuMs, comparableMs));
