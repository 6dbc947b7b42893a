/** Checks that refuse one call, and look whether the application repeats it in time. */
import { failed, notSeen, passed, type Finding } from '../../findings/finding.ts';
import { isDone, isSameTarget, type Entry } from '../../journal/entry.ts';
import type { Answer } from '../../proxy/call.ts';
import { serviceUnavailable, tooManyRequests } from '../../proxy/refusal.ts';
import { aboutOrder, attemptsOf } from '../../session/acts.ts';
import type { Occasion } from '../../session/occasion.ts';
import type { Check, Run } from '../../session/run.ts';

/** Timers of some languages end a little early. */
const toleranceMs = 100;

function judge(run: Run, occasion: Occasion, refused: Entry | undefined): Finding {
  if (!refused) return notSeen('The application did not try to act on the order.', aboutOrder(run, occasion));
  const seconds = run.times.retryAfterSeconds;
  const entries = aboutOrder(run, occasion, refused.beganMs);
  const repeated = attemptsOf(run, occasion).filter((entry) => entry !== refused && isSameTarget(entry, refused));
  const [first] = repeated;
  if (!first) return failed('The request was not repeated: it is lost.', entries);
  const waitedMs = first.beganMs - (refused.endedMs ?? refused.beganMs);
  if (waitedMs < seconds * 1_000 - toleranceMs) {
    return failed(`It was repeated after ${waitedMs} ms, although Retry-After said ${seconds} seconds.`, entries);
  }
  if (!repeated.some(isDone)) return failed('It was repeated, but never carried out.', entries);
  return passed(`It was repeated after ${waitedMs} ms, and carried out.`, entries);
}

type Refusal = Pick<Check, 'id' | 'title' | 'guide'> & { answer: (seconds: number) => Answer; status: string };

const refusedCall = ({ answer, status, ...check }: Refusal): Check => ({
  ...check,
  done: `The call by which the application acts on an order is answered ${status} with Retry-After, once, and not passed on.`,
  expected: 'The same call comes again, not before Retry-After has passed, and the order is not lost.',
  kinds: ['till', 'website', 'helper'],
  async act(run) {
    const occasion = await run.prepare();
    let refused: Entry | undefined;
    const seconds = run.times.retryAfterSeconds;
    const remove = run.rules.add({
      applies: ({ entry }) => refused === undefined && occasion.isAct(entry),
      answer: async ({ entry }) => {
        refused = entry;
        run.waitUntil(Date.now() + seconds * 1_000);
        return answer(seconds);
      },
    });
    await run.offer(occasion).finally(remove);
    return () => judge(run, occasion, refused);
  },
});

export const tooManyRequestsCheck = refusedCall({
  ...{ id: 'too-many-requests', title: 'After a 429, Retry-After is waited for', status: '429' },
  guide: 'docs/api/limits.md#rate-limit-headers',
  answer: tooManyRequests,
});

export const serviceUnavailableCheck = refusedCall({
  ...{ id: 'service-unavailable', title: 'After a 503, the order is not lost', status: '503' },
  guide: 'docs/api/errors.md#unknown-outcomes',
  answer: serviceUnavailable,
});
