/** The threads in which uploads are prepared (prepare-content.ts). */
import { fileURLToPath } from 'node:url';
import { ApiError, invalid, serviceUnavailable } from '@order-hub/shared/errors';
import { Piscina } from 'piscina';
import type { Prepared, PreparingResult, PreparingTask } from './prepared-content.ts';

/**
 * What threads may use. `preparingMs` includes waiting for one, and is shorter than the gateway waits for an answer. How many
 * wait is limited by open-uploads.ts.
 */
const usual = { threadsMax: 2, preparingMs: 20_000, heapMibMax: 1_024 };

/** Node runs compiled files only; jest runs this one from its source. */
const workerUrl = import.meta.url.endsWith('.ts')
  ? new URL('../../dist/src/content/prepare-content.js', import.meta.url)
  : new URL('prepare-content.js', import.meta.url);

export type Preparing = {
  /** What is to be stored; null when nothing changes. Throws what is wrong with the upload, and 503 when there is too much to do. */
  prepare(task: PreparingTask): Promise<Prepared | null>;
  close(): Promise<void>;
};

/** What a thread that failed means to the client; undefined for a fault of the hub. */
function answerTo(error: Error & { code?: string }): ApiError | undefined {
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

/** A thread that needs too much memory or time ends, and another one takes its place. */
export function openPreparing(limits: Partial<typeof usual> = {}): Preparing {
  const { threadsMax, preparingMs, heapMibMax } = { ...usual, ...limits };
  const threads = new Piscina<PreparingTask, PreparingResult>({
    filename: fileURLToPath(workerUrl),
    name: 'prepareContent',
    minThreads: 0,
    maxThreads: threadsMax,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: heapMibMax },
    // Not those of a test run: the threads run what was built.
    execArgv: [],
  });
  return {
    async prepare(task) {
      const result = await threads.run(task, { signal: AbortSignal.timeout(preparingMs) }).catch((error: unknown) => {
        throw answerTo(error as Error) ?? error;
      });
      return preparedOf(result);
    },
    close: () => threads.destroy(),
  };
}
