/** Prepares uploads in threads (prepare-content.ts). */
import { errorOf } from '../threads/refusal.ts';
import type { Requester, Threads } from '../threads/open-threads.ts';
import type { Prepared, PreparingResult, PreparingTask, Refreshed, RefreshingTask } from './prepared-content.ts';
import { isLarge } from './task-size.ts';

/** Both throw 503 under overload, and the signal's reason when it aborts. */
export type Preparer = {
  /** What an upload is stored as; null when nothing changes. Throws 422 with every fault. */
  prepare(task: PreparingTask, requester: Requester): Promise<Prepared | null>;
  /** What a stored catalog is rendered as now; null when nothing changes. */
  refresh(task: RefreshingTask, requester: Requester): Promise<Refreshed>;
};

function preparedOf(result: PreparingResult): Prepared | null {
  if (result.outcome === 'unchanged') return null;
  if (result.outcome === 'prepared') return result.prepared;
  throw errorOf(result.refusal);
}

const taskOf = (name: string, value: PreparingTask | RefreshingTask) => ({
  file: 'uploads/prepare-content.js',
  name,
  value,
  isLarge: isLarge(value),
});

export const openPreparer = (threads: Threads): Preparer => ({
  prepare: async (task, requester) =>
    preparedOf((await threads.run(taskOf('prepareContent', task), requester)) as PreparingResult),
  refresh: async (task, requester) => (await threads.run(taskOf('refreshContent', task), requester)) as Refreshed,
});
