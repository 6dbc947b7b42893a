/** The threads that do what would block the event loop, shared between accounts. */
import { fileURLToPath } from 'node:url';
import type { Context } from '@order-hub/shared/caller';
import { serviceUnavailable, unprocessable } from '@order-hub/shared/errors';
import { inSlot, openSlots, type Slots } from '@order-hub/shared/slots';
import { threadArguments } from '@order-hub/shared/thread-arguments';
import { Piscina } from 'piscina';

/**
 * The limits of the threads. A task waits up to `waitMs` for a thread; `taskMs` begins when the thread starts it. Together
 * they are shorter than the gateway's timeout.
 */
const defaultLimits = { threadsMax: 2, waitMs: 10_000, taskMs: 15_000, heapMibMax: 1_024 };

/** With V8's default a thread takes more memory, and no less time (docs/decisions/0024-catalogs-are-prepared-in-threads.md). */
const youngMibMax = 24;

/** A thread keeps the memory of its last task until it ends: some 100 MiB after a catalog of 10 MiB. */
const idleMs = 2_000;

export type ThreadLimits = Partial<typeof defaultLimits>;

const refuse = () =>
  serviceUnavailable('Too many large bodies are being checked at the moment; repeat the request', 'large_bodies');

/** Threads run compiled files only, while jest runs this file from its source. */
const sources = import.meta.url.endsWith('.ts')
  ? new URL('../../dist/src/', import.meta.url)
  : new URL('..', import.meta.url);

/** A stopped thread may run out of memory before it ends. Its task has failed already; unheard, the error would end the process. */
const noOneWaits = () => undefined;

/** A function of thread-tasks.ts, what it takes, and whether it takes long. */
export type Task = { name: string; value: unknown; isLarge: boolean };

/** For whom a thread works, and where its time is counted. `signal` ends the task. */
export type Requester = { account_id: string } & Pick<Context<null>, 'signal' | 'cost'>;

export type Threads = {
  /** Throws 422 when the task takes too much memory, 503 under overload, and the signal's reason when it aborts. */
  run(task: Task, requester: Requester): Promise<unknown>;
  /** For the metrics. */
  slots: Record<'threads' | 'threads_for_large_bodies', Slots>;
  close(): Promise<void>;
};

/** The client's error for a thread that failed; undefined for a fault of the hub. */
function clientErrorOf(error: Error & { code?: string }, { signal }: Requester): Error | undefined {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY')
    return unprocessable('The body takes more memory to check than it may');
  if (error.name !== 'AbortError') return undefined;
  return signal.aborted ? (signal.reason as Error) : refuse();
}

type PoolSizes = { threadsMax: number; others: number; heapMibMax: number };

function openPools({ threadsMax, others, heapMibMax }: PoolSizes) {
  const poolOf = (size: { minThreads: number; maxThreads: number; niceIncrement: number }) =>
    new Piscina({
      ...{ ...size, idleTimeout: idleMs },
      filename: fileURLToPath(new URL('thread-tasks.js', sources)),
      resourceLimits: { maxOldGenerationSizeMb: heapMibMax, maxYoungGenerationSizeMb: youngMibMax },
      execArgv: threadArguments,
    }).on('error', noOneWaits);
  // They are always there: most small tasks are shorter than the start of a thread.
  const small = poolOf({ minThreads: threadsMax, maxThreads: threadsMax, niceIncrement: 0 });
  // Large tasks leave the processor to requests: they take seconds anyway.
  const large = poolOf({ minThreads: 0, maxThreads: others, niceIncrement: 10 });
  return { small, large };
}

/**
 * Accounts take turns. One thread is kept for small tasks, and one for other accounts, unless there is only one. A thread
 * that exceeds its memory or time, or whose client gives up, is stopped, and another one replaces it. It takes most of a
 * second to start one, so small tasks have threads of their own, which no large task stops.
 */
export function openThreads(limits: ThreadLimits = {}): Threads {
  const { threadsMax, waitMs, taskMs, heapMibMax } = { ...defaultLimits, ...limits };
  const line = { waitMs, waitingMax: 64, refuse };
  const others = Math.max(1, threadsMax - 1);
  const pools = openPools({ threadsMax, others, heapMibMax });
  const all = openSlots({ ...line, max: threadsMax, maxPerKey: others });
  const large = openSlots({ ...line, max: others, maxPerKey: 1 });

  async function runNow({ name, value, isLarge }: Task, requester: Requester): Promise<unknown> {
    const signal = AbortSignal.any([requester.signal, AbortSignal.timeout(taskMs)]);
    const begun = performance.now();
    try {
      return await (isLarge ? pools.large : pools.small).run(value, { name, signal });
    } catch (error) {
      throw clientErrorOf(error as Error, requester) ?? error;
    } finally {
      requester.cost.ms += performance.now() - begun;
    }
  }

  return {
    run(task, requester) {
      const { account_id } = requester;
      const inThread = () => inSlot(all.take(account_id, requester), () => runNow(task, requester));
      return task.isLarge ? inSlot(large.take(account_id, requester), inThread) : inThread();
    },
    slots: { threads: all, threads_for_large_bodies: large },
    async close() {
      await Promise.all([pools.small.destroy(), pools.large.destroy()]);
    },
  };
}
