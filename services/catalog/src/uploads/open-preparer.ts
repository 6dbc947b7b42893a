/** Prepares uploads in threads (prepare-content.ts). */
import type { Handling } from '@order-hub/shared/caller';
import { newHandling, noteDoubts, noteUnknown } from '@order-hub/shared/handling';
import { errorOf } from '../threads/refusal.ts';
import type { Requester, Threads } from '../threads/open-threads.ts';
import type { Prepared, PreparingResult, PreparingTask, Refreshed, RefreshingTask } from './prepared-content.ts';
import { isLarge } from './upload-size.ts';

/** An upload; its handling says whether unknown fields are refused. */
export type UploadTask = Omit<PreparingTask, 'isStrict'>;

/** Both throw 503 under overload, and the signal's reason when it aborts. */
export type Preparer = {
  /** What an upload is stored as; null when nothing changes. Notes unknown fields. Throws 422 with every fault. */
  prepare(task: UploadTask, requester: Requester, handling?: Handling): Promise<Prepared | null>;
  /** What a stored catalog is rendered as now; null when nothing changes. */
  refresh(task: RefreshingTask, requester: Requester): Promise<Refreshed>;
};

function preparedOf(result: PreparingResult): Prepared | null {
  if (result.outcome === 'unchanged') return null;
  if (result.outcome === 'prepared') return result.prepared;
  throw errorOf(result.refusal);
}

const taskOf = (name: string, value: PreparingTask | RefreshingTask) => ({
  name,
  value,
  isLarge: isLarge(value),
});

export const openPreparer = (threads: Threads): Preparer => ({
  async prepare(upload, requester, handling = newHandling(false)) {
    const task = taskOf('prepareContent', { ...upload, isStrict: handling.isStrict });
    const result = (await threads.run(task, requester)) as PreparingResult;
    noteUnknown(handling, result.unknown);
    noteDoubts(handling, result.doubts);
    return preparedOf(result);
  },
  refresh: async (task, requester) => (await threads.run(taskOf('refreshContent', task), requester)) as Refreshed,
});
