import { isRefusal, type EventResult, type SentAttempt as WholeAttempt } from '../attempts/attempt.ts';
import { callbackLimitMax } from '../limits/concurrency-limits.ts';

/**
 * What the attempts of a callback that ended together change: `prompt` and `failed` count them and move its concurrency
 * limit; `last` becomes its last attempt. `refusals`: how many came since the last answer from 200 to 399; `resets` if there
 * was such an answer, so that earlier refusals do not count any more.
 */
export type CallbackUpdate = {
  callback_id: string;
  prompt: number;
  failed: number;
  quick: boolean;
  last: SentAttempt['answer'];
  refusals: number;
  resets: boolean;
  refusal_status: number | null;
};

type SentAttempt = Pick<WholeAttempt, 'answer' | 'responsiveness'>;

/** Whether an attempt leaves the concurrency limit and the pace of its callback as they were. */
function keepsLimit({ in_flight_max, quick }: EventResult['claimed'], { responsiveness }: SentAttempt): boolean {
  if (responsiveness === 'prompt') return quick && in_flight_max >= callbackLimitMax;
  return !quick && (responsiveness === 'late' || in_flight_max <= 1);
}

type Refusals = Pick<CallbackUpdate, 'refusals' | 'resets' | 'refusal_status'>;

/** The refusals in a row after another answer. An attempt that failed in another way neither counts nor ends the row. */
function refusalsAfter(
  { acknowledged, status }: SentAttempt['answer'],
  { refusals, resets, refusal_status }: Refusals,
): Refusals {
  if (isRefusal(status)) return { refusals: refusals + 1, resets, refusal_status: status };
  return acknowledged ? { refusals: 0, resets: true, refusal_status: null } : { refusals, resets, refusal_status };
}

const nothingBefore: Omit<CallbackUpdate, 'callback_id' | 'quick' | 'last'> = {
  prompt: 0,
  failed: 0,
  refusals: 0,
  resets: false,
  refusal_status: null,
};

/** One update per callback. None where the limit stays the same and `isNews` is false for each result. */
export function callbackUpdatesOf(
  results: readonly (Pick<EventResult, 'claimed'> & { sent: SentAttempt | null })[],
  isNews: (callback_id: string, sent: SentAttempt) => boolean,
): CallbackUpdate[] {
  const updates = new Map<string, CallbackUpdate>();
  for (const { claimed, sent } of results) {
    if (!sent) continue;
    const { callback_id } = claimed;
    const { answer, responsiveness } = sent;
    // Always asked, because it remembers what it was asked about.
    const mustBeStored = isNews(callback_id, sent);
    if (keepsLimit(claimed, sent) && !mustBeStored) continue;
    const before = updates.get(callback_id) ?? nothingBefore;
    const { prompt, failed } = before;
    updates.set(callback_id, {
      callback_id,
      prompt: prompt + (responsiveness === 'prompt' ? 1 : 0),
      failed: failed + (responsiveness === 'failed' ? 1 : 0),
      quick: responsiveness === 'prompt',
      last: answer,
      ...refusalsAfter(answer, before),
    });
  }
  return [...updates.values()];
}
