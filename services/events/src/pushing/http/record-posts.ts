import { counter, histogram } from '@order-hub/shared/metric';
import type { Metrics } from '@order-hub/shared/metrics';
import type { PostEvent } from './post-event.ts';

const pushes = counter(
  'hub_pushes_total',
  'Pushes of events, by outcome: "acknowledged", "refused" with a status that does not acknowledge, or "no_answer".',
  ['outcome'],
);
const durations = histogram(
  'hub_push_seconds',
  'The time of a push, from the DNS query to the last response header.',
  ['outcome'],
  [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
);

const outcomes = ['acknowledged', 'refused', 'no_answer'] as const;

function outcomeOf({ acknowledged, status }: { acknowledged: boolean; status: number | null }) {
  if (acknowledged) return 'acknowledged';
  return status === null ? 'no_answer' : 'refused';
}

/** Counts and times what `postEvent` sends. */
export function recordedPosts(postEvent: PostEvent, metrics: Metrics): PostEvent {
  const total = metrics.counter(pushes);
  const times = metrics.histogram(durations);
  // From the start, so that the first push is an increase.
  for (const outcome of outcomes) total.inc({ outcome }, 0);
  return async (post) => {
    const beganMs = performance.now();
    const answer = await postEvent(post);
    const outcome = outcomeOf(answer);
    total.inc({ outcome });
    times.observe({ outcome }, (performance.now() - beganMs) / 1_000);
    return answer;
  };
}
