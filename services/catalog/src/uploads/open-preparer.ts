/** The threads in which uploads are prepared (prepare-content.ts). */
import { fileURLToPath } from 'node:url';
import { ApiError, invalid, serviceUnavailable } from '@order-hub/shared/errors';
import { Piscina } from 'piscina';
import type { Prepared, PreparingResult, PreparingTask } from './prepared-content.ts';

/**
 * The limits of the threads. `preparingMs` includes waiting for a thread, and is shorter than the gateway's timeout.
 * open-uploads.ts limits how many uploads wait.
 */
const defaultLimits = { threadsMax: 2, preparingMs: 20_000, heapMibMax: 1_024 };

/** Threads run compiled files only, while jest runs this file from its source. */
const workerUrl = import.meta.url.endsWith('.ts')
  ? new URL('../../dist/src/uploads/prepare-content.js', import.meta.url)
  : new URL('prepare-content.js', import.meta.url);

export type Preparer = {
  /** What an upload is stored as; null when nothing changes. Throws 422 with every fault, and 503 under overload. */
  prepare(task: PreparingTask): Promise<Prepared | null>;
  close(): Promise<void>;
};

/** The client's error for a thread that failed; undefined for a fault of the hub. */
function clientErrorOf(error: Error & { code?: string }): ApiError | undefined {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return invalid('data', 'takes more memory than a catalog may');
  if (error.name !== 'AbortError') return undefined;
  return serviceUnavailable('Too many catalogs are being changed at the moment; repeat the request');
}

function preparedOf(result: PreparingResult): Prepared | null {
  if (result.outcome === 'unchanged') return null;
  if (result.outcome === 'prepared') return result.prepared;
  const { error_type, message, errors, more_errors } = result.refusal;
  throw new ApiError(error_type, message, { ...(errors && { errors }), more_errors });
}

/** A thread that exceeds its memory or time is stopped, and another one replaces it. */
export function openPreparer(limits: Partial<typeof defaultLimits> = {}): Preparer {
  const { threadsMax, preparingMs, heapMibMax } = { ...defaultLimits, ...limits };
  const threads = new Piscina<PreparingTask, PreparingResult>({
    filename: fileURLToPath(workerUrl),
    name: 'prepareContent',
    minThreads: 0,
    maxThreads: threadsMax,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: heapMibMax },
    // The options of a test run are for sources; the threads run compiled files.
    execArgv: [],
  });
  return {
    async prepare(task) {
      const result = await threads.run(task, { signal: AbortSignal.timeout(preparingMs) }).catch((error: unknown) => {
        throw clientErrorOf(error as Error) ?? error;
      });
      return preparedOf(result);
    },
    close: () => threads.destroy(),
  };
}
