/**
 * How many attempts may be in flight, so that receivers which do not answer take nothing from those which do.
 *
 * A callback starts with four. Each attempt that is answered soon gives it one more; each that fails halves the number, down
 * to one. So a receiver that is away gets one event at a time, which is the probe: the others stay due, and no attempt of
 * theirs is counted, until it is their turn or an answer makes room again. Nothing is dropped without its seven attempts.
 *
 * A callback is quick while its last attempt was answered soon; every other one, new ones too, is slow. Both share the
 * attempts of a process, but the slow ones may use half of them only; and each client, account and host has limits.
 */
import type { Ended } from './post-event.ts';

export const callbackRoomMax = 32;

/** An answer within this time came soon. */
export const soonMs = 2_000;

export const inFlightMax = 1_000;
export const slowInFlightMax = 500;

export type Lane = 'quick' | 'slow';
export type Group = 'client' | 'account' | 'host';

/** The most attempts of one client, account or host that a process has in flight. Many clients may share one host. */
export const groupMax: Record<Lane, Record<Group, number>> = {
  quick: { client: 256, account: 256, host: 512 },
  slow: { client: 64, account: 64, host: 128 },
};

/** How an attempt went, as far as it says something of the receiver. */
export type Answer = 'soon' | 'late' | 'failed';

/** What the attempts that ended together say of their callback; `ended` is how the last of them did. */
export type Verdict = { callback_id: string; soon: number; failed: number; answers: boolean; ended: Ended };

type Judged = {
  callback_id: string;
  in_flight_max: number;
  answers: boolean;
  answer: Answer | null;
  ended: Ended | null;
};

/** Whether an attempt leaves its callback's room as it was. */
function changesNothing({ in_flight_max, answers, answer }: Judged): boolean {
  if (answer === null) return true;
  if (answer === 'soon') return answers && in_flight_max >= callbackRoomMax;
  return !answers && (answer === 'late' || in_flight_max <= 1);
}

/** One verdict per callback; none where nothing would change and no result `isNews`. */
export function verdictsOf<R extends Judged>(results: readonly R[], isNews: (result: R) => boolean): Verdict[] {
  const verdicts = new Map<string, Verdict>();
  for (const result of results) {
    const isTold = isNews(result);
    const { callback_id, answer, ended } = result;
    if (!ended || (changesNothing(result) && !isTold)) continue;
    const { soon, failed } = verdicts.get(callback_id) ?? { soon: 0, failed: 0 };
    verdicts.set(callback_id, {
      callback_id,
      soon: soon + (answer === 'soon' ? 1 : 0),
      failed: failed + (answer === 'failed' ? 1 : 0),
      answers: answer === 'soon',
      ended,
    });
  }
  return [...verdicts.values()];
}
