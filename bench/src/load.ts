/** The measurement's side of the load generator: a process that does one job at a time. */
import { ask, ownEntry, type startChild } from './child.ts';
import type { LoadRequest } from './http-connection.ts';

/**
 * Repeats `requests` on `connections`: `rate` of them per second, or without a rate each as soon as the previous one is
 * answered.
 */
export type LoadJob = {
  port: number;
  connections: number;
  seconds: number;
  requests: LoadRequest[];
  rate?: number;
};

/** `latenciesMs` ascending. `notOk`: answers other than 200. `callbackMs`: from a create answer to its callback, ascending. */
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
