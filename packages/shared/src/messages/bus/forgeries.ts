/** Counts messages that a consumer drops because of their author (docs/decisions/0099-a-message-has-an-author.md). */
import type { ServiceName } from '../../process/neighbours.ts';
import { counter } from '../../process/metric.ts';
import type { Metrics } from '../../process/metrics.ts';
import { isTopic, termsOf, topics, type Topic } from '../../contracts/topics.ts';

const forged = counter(
  'hub_messages_forged_total',
  'Messages that were dropped: with a wrong signature (reason "signature"), or of a service that may not send them ("service").',
  ['topic', 'reason'],
);

type Reason = 'signature' | 'service';
export type CountForgery = (topic: string, reason: Reason) => void;

const reasons = ['signature', 'service'] as const;
/** In place of a topic that does not exist: its name is the sender's. */
const unknown = 'unknown';

/** The counter of a service. It begins with 0 for all topics that the service gets: Prometheus sees no increase of a new series. */
export function countingForgeries(metrics: Pick<Metrics, 'counter'>, service: ServiceName): CountForgery {
  const total = metrics.counter(forged);
  const isReceived = (topic: Topic) => [...termsOf(topic).consumers, ...termsOf(topic).listeners].includes(service);
  const received = (Object.keys(topics) as Topic[]).filter(isReceived);
  for (const topic of [...received, unknown]) for (const reason of reasons) total.inc({ topic, reason }, 0);
  return (topic, reason) => total.inc({ topic: isTopic(topic) ? topic : unknown, reason });
}
