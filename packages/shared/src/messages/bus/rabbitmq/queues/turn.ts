/**
 * One process at a time publishes the outbox of a schema: its turn. Another process may have published the same resource
 * before, into the queues of another number of partitions. Before the first message of a topic, this turn therefore waits
 * until consumers have handled what is in those queues (docs/decisions/0067-partitions.md).
 */
import type { Topic } from '../../../../contracts/topics.ts';
import { settledWithin } from '../../../../process/slots/waiting.ts';
import { otherPartitionings, partitioningOf, routingKeys } from '../topology.ts';
import type { Probes } from './probes.ts';

/** How long a batch waits; then the relay holds the topic, and sends its other topics. */
const waitMs = 1_000;

export type Turn = {
  /** Waits for a moment. Returns whether messages of the topic may be sent. */
  hasCome(topic: Topic): Promise<boolean>;
};

/** The routing keys of all numbers of partitions but this process's own, whether their queues exist or not. */
const otherKeys = (topic: Topic, partitions: number | undefined): string[] =>
  otherPartitionings(partitioningOf(topic, partitions)).flatMap(routingKeys);

export function startTurn(probes: Pick<Probes, 'handled'>, partitions: number | undefined): Turn {
  const come = new Set<Topic>();
  const coming = new Map<Topic, Promise<void>>();

  const waitFor = (topic: Topic): Promise<void> =>
    probes.handled(otherKeys(topic, partitions)).then(
      () => void come.add(topic),
      // The next batch asks again.
      () => void coming.delete(topic),
    );

  return {
    async hasCome(topic) {
      if (come.has(topic)) return true;
      const wait = coming.get(topic) ?? waitFor(topic);
      coming.set(topic, wait);
      await settledWithin(waitMs, wait);
      return come.has(topic);
    },
  };
}
