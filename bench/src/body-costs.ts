/** What it costs to read and check a body. */
import { memoryUsage, cpuUsage } from 'node:process';
import type { Endpoint } from '@order-hub/shared/endpoint';
import { ApiError, errorBody } from '@order-hub/shared/errors';
import { parseBody } from '@order-hub/shared/read-request';

export type Cost = { status: number; answerBytes: number; cpuMs: number; heapBytes: number };

const runs = 5;

function once(body: NonNullable<Endpoint['body']>, bytes: Buffer) {
  try {
    parseBody(body, bytes);
    return { status: 200, answerBytes: 0 };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, answerBytes: Buffer.byteLength(JSON.stringify(errorBody(error))) };
  }
}

const median = (values: number[]) => values.sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

/** The median of some runs: processor time, how much the heap grows, and what is answered. */
export function costOf({ body }: Endpoint, value: unknown): Cost {
  if (!body) throw new Error('This endpoint takes no body');
  const bytes = Buffer.from(JSON.stringify(value));
  const measured = Array.from({ length: runs }, () => {
    globalThis.gc?.();
    const [heap, cpu] = [memoryUsage().heapUsed, cpuUsage()];
    const result = once(body, bytes);
    const { user, system } = cpuUsage(cpu);
    return { ...result, cpuMs: (user + system) / 1_000, heapBytes: memoryUsage().heapUsed - heap };
  });
  const [first] = measured;
  return {
    status: first?.status ?? 0,
    answerBytes: first?.answerBytes ?? 0,
    cpuMs: median(measured.map(({ cpuMs }) => cpuMs)),
    heapBytes: median(measured.map(({ heapBytes }) => heapBytes)),
  };
}
