/** The threads in which large orders are prepared (prepare-large-orders.ts). */
import { fileURLToPath } from 'node:url';
import type { Context } from '@order-hub/shared/caller';
import { ApiError, invalid, serviceUnavailable } from '@order-hub/shared/errors';
import { noteUnknown } from '@order-hub/shared/handling';
import { openSlots, type Slots } from '@order-hub/shared/slots';
import { threadArguments } from '@order-hub/shared/thread-arguments';
import { Piscina } from 'piscina';
import type { NewOrderResult, NewOrderTask, UpdateResult, UpdateTask, Worked } from './large-order.ts';

/**
 * `LARGE_ORDERS_WAITING_MAX`: how many orders of an account may wait for a thread. `taskMs`: how long a thread may work; the
 * costliest order takes about 0.1 s.
 */
const defaultLimits = { LARGE_ORDER_THREADS: 1, LARGE_ORDERS_WAITING_MAX: 16, taskMs: 5_000, heapMibMax: 256 };

/** With V8's default a thread takes more memory, and no less time. */
const youngMibMax = 24;

/** Below the time that the gateway waits for an answer. */
const waitMs = 8_000;

/** Threads run compiled files only, while jest runs this file from its source. */
const workerUrl = import.meta.url.endsWith('.ts')
  ? new URL('../../../dist/src/orders/large/prepare-large-orders.js', import.meta.url)
  : new URL('prepare-large-orders.js', import.meta.url);

const tooBusy = () =>
  serviceUnavailable('Too many large orders are being placed at the moment; repeat the request', 'large_orders');

/** One thread. Both add its time to the cost of the request, and throw what the work throws, or 503 when it takes too long. */
export type OrderThread = {
  prepareNewOrder(task: NewOrderTask): Promise<NewOrderResult>;
  prepareUpdate(task: UpdateTask): Promise<UpdateResult>;
};

export type OrderThreads = {
  /**
   * Runs `work` with a thread for it alone. Accounts take turns, each with one thread. Throws 503 after a wait of eight
   * seconds, and the signal's reason when the client gives up. Work that runs is not stopped then: a new thread would take
   * longer to start than the work to finish.
   */
  use<Result>(ctx: Context, work: (thread: OrderThread) => Promise<Result>): Promise<Result>;
  /** For the metrics. */
  slots: { large_orders: Slots };
  close(): Promise<void>;
};

/** The client's error for a thread that failed; undefined for a fault of the hub. */
function clientErrorOf(error: Error & { code?: string }): ApiError | undefined {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return invalid('', 'too_large', 'takes more memory than an order may');
  return error.name === 'AbortError' ? tooBusy() : undefined;
}

function resultOf<Result>(worked: Worked<Result>): Result {
  if ('result' in worked) return worked.result;
  const { error_type, code, message, errors, more_errors } = worked.refusal;
  throw new ApiError(error_type, message, { code, ...(errors && { errors }), more_errors });
}

/** A stopped thread may run out of memory before it ends. Its task has failed already; unheard, the error would end the process. */
const noOneWaits = () => undefined;

function startThreads(threadsMax: number, heapMibMax: number): Piscina {
  return new Piscina({
    filename: fileURLToPath(workerUrl),
    // One is always there: most large orders take less time than the start of a thread.
    minThreads: 1,
    maxThreads: threadsMax,
    idleTimeout: 60_000,
    resourceLimits: { maxOldGenerationSizeMb: heapMibMax, maxYoungGenerationSizeMb: youngMibMax },
    execArgv: threadArguments,
  }).on('error', noOneWaits);
}

/** A thread that exceeds its memory or time is stopped, and another one replaces it. */
export function openOrderThreads(limits: Partial<typeof defaultLimits> = {}): OrderThreads {
  const { LARGE_ORDER_THREADS: max, taskMs, heapMibMax, ...line } = { ...defaultLimits, ...limits };
  const waitingMax = line.LARGE_ORDERS_WAITING_MAX;
  const slots = openSlots({ max, maxPerKey: 1, waitMs, waitingMax, refuse: tooBusy });
  const threads = startThreads(max, heapMibMax);
  async function run<Result>({ cost, handling }: Context, name: string, given: object): Promise<Result> {
    const signal = AbortSignal.timeout(taskMs);
    const task = { ...given, isStrict: handling.isStrict };
    const worked = (await threads.run(task, { name, signal }).catch((error: unknown) => {
      throw clientErrorOf(error as Error) ?? error;
    })) as Worked<Result>;
    cost.ms += worked.ms;
    noteUnknown(handling, worked.unknown);
    return resultOf(worked);
  }
  return {
    async use(ctx, work) {
      const release = await slots.take(ctx.caller.account.id, ctx);
      try {
        return await work({
          prepareNewOrder: (task) => run(ctx, 'prepareNewOrder', task),
          prepareUpdate: (task) => run(ctx, 'prepareUpdate', task),
        });
      } finally {
        release();
      }
    },
    slots: { large_orders: slots },
    close: () => threads.destroy(),
  };
}
