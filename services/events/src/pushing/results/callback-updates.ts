import type { EventResult, SentAttempt } from '../attempts/attempt.ts';
import { callbackLimitMax } from '../limits/concurrency-limits.ts';

/**
 * What the attempts of a callback that ended together change: `prompt` and `failed` count them and move its concurrency
 * limit; `last` becomes its last attempt.
 */
export type CallbackUpdate = {
  callback_id: string;
  prompt: number;
  failed: number;
  quick: boolean;
  last: SentAttempt['answer'];
};

/** Whether an attempt leaves the concurrency limit and the pace of its callback as they were. */
function keepsLimit({ in_flight_max, quick }: EventResult['claimed'], { responsiveness }: SentAttempt): boolean {
  if (responsiveness === 'prompt') return quick && in_flight_max >= callbackLimitMax;
  return !quick && (responsiveness === 'late' || in_flight_max <= 1);
}

/** One update per callback. None where the limit stays the same and `isNews` is false for each result. */
export function callbackUpdatesOf(
  results: readonly Pick<EventResult, 'claimed' | 'sent'>[],
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
    const { prompt, failed } = updates.get(callback_id) ?? { prompt: 0, failed: 0 };
    updates.set(callback_id, {
      callback_id,
      prompt: prompt + (responsiveness === 'prompt' ? 1 : 0),
      failed: failed + (responsiveness === 'failed' ? 1 : 0),
      quick: responsiveness === 'prompt',
      last: answer,
    });
  }
  return [...updates.values()];
}
