/** Starts the load generator (processes/load.ts), which runs one job at a time. */
import { ask, ownEntry, type startChild } from './child.ts';
import type { LoadRequest } from './http-connection.ts';

/** Repeats `requests` on `connections`: at a `rate` per second, or else each as soon as the previous one is answered. */
export type LoadJob = {
  port: number;
  connections: number;
  seconds: number;
  requests: LoadRequest[];
  rate?: number;
  /** Whether the requests have `keyPlace` in a header, for a key of its own in each. */
  isKeyed?: boolean;
};

/** Where the load generator writes the number of the request. */
export const keyPlace = 'key-000000000000';

/** Times are ascending. `notOk` counts answers other than 200. `callbackMs` are the times from a create answer to its callback. */
export type LoadResult = {
  answers: number;
  notOk: number;
  seconds: number;
  perSecond: number;
  latenciesMs: number[];
  callbackMs: number[];
  missingCallbacks: number;
  firstFault?: string;
};

/** Starts the load process. `port` is where it receives callbacks. */
export async function startLoad(start: typeof startChild) {
  const child = await start(ownEntry('load'));
  return {
    pid: child.pid,
    port: child.port,
    async run(job: LoadJob): Promise<LoadResult> {
      const result = await ask<LoadResult>(child, job);
      if (result.firstFault) process.stderr.write(`  not answered 200: ${result.firstFault}\n`);
      return result;
    },
  };
}

export type Load = Awaited<ReturnType<typeof startLoad>>;
