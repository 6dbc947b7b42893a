/**
 * The queues that a process reads on one connection: those of its own number of partitions, and those that processes with
 * another number have declared, as long as they exist.
 *
 * The broker lets the first replica read a queue, and the next one only when that has gone. So after restarts one replica may
 * read all queues. Replicas that read more than their share leave some to the others.
 */
import type { ChannelModel, ConsumeMessage } from 'amqplib';
import type { ServiceName } from '../../../../process/neighbours.ts';
import type { Log } from '../../../../process/log.ts';
import { startRepeating, type Repeating } from '../../../../process/repeating.ts';
import { settledWithin } from '../../../../process/slots/waiting.ts';
import type { Rejection } from '../../port.ts';
import { startWorker, type Worker } from '../worker.ts';
import { queueNames, routingKeys, type Partitioning } from '../topology.ts';
import { openReplicaCount } from './count-replicas.ts';

/** Handles a batch, in order, and returns the rejections. */
export type Handle = (batch: readonly ConsumeMessage[]) => Promise<readonly Rejection[]>;

export type Queues = {
  /** Starts reading a queue, which must exist. */
  read(queue: string, handle: Handle): Promise<void>;
  /**
   * Shares the queues `own`, which are being read, with the other replicas; and reads each queue of `others` as soon as it
   * exists.
   */
  keepReading(own: readonly string[], others: readonly Partitioning[], handle: Handle): void;
  /** The queues that are read now. */
  names(): string[];
  /** Lets the running batches finish. */
  stop(): Promise<void>;
};

type QueuesOptions = {
  model: ChannelModel;
  service: ServiceName;
  findKeys(keys: readonly string[]): Promise<string[]>;
  echo(probe: ConsumeMessage): void;
  signal: AbortSignal;
  fail: (reason: string) => void;
  log: Log;
};

/** Messages in queues of another number of partitions wait as long for their first reader. */
const roundMs = 5_000;
const stopTimeoutMs = 2_000;

const roundMessages = {
  failing: 'queues cannot be shared with other replicas at the moment',
  well: 'queues are shared with other replicas again',
};

/** The queues of a consumer, by their routing keys. */
function queuesByKey(service: ServiceName, partitionings: readonly Partitioning[]): ReadonlyMap<string, string> {
  const queues = partitionings.flatMap((partitioning) => queueNames(service, partitioning));
  return new Map(partitionings.flatMap(routingKeys).map((key, index) => [key, queues[index] ?? '']));
}

export function openQueues({ model, service, findKeys, echo, signal, fail, log }: QueuesOptions): Queues {
  const workers = new Map<string, Worker>();
  const loops: Repeating[] = [];

  async function read(queue: string, handle: Handle): Promise<void> {
    workers.set(queue, await startWorker({ model, queue, handle, echo, signal, fail }));
  }

  async function readNew(queues: ReadonlyMap<string, string>, handle: Handle): Promise<void> {
    const unread = [...queues.keys()].filter((key) => !workers.has(queues.get(key) ?? ''));
    for (const key of await findKeys(unread)) if (!signal.aborted) await read(queues.get(key) ?? '', handle);
  }

  /** Goes to the end of the line for those queues that are more than this replica's share. */
  async function share(queues: readonly string[], replicas: number, handle: Handle): Promise<void> {
    const busy = queues.filter((queue) => workers.get(queue)?.hasRead());
    for (const queue of busy.slice(Math.ceil(queues.length / Math.max(1, replicas)))) {
      await workers.get(queue)?.stop();
      if (!signal.aborted) await read(queue, handle);
    }
  }

  return {
    read,
    keepReading(own, others, handle) {
      const countReplicas = openReplicaCount(model, service);
      const loop = startRepeating({
        async work() {
          await share(own, await countReplicas(), handle);
          await readNew(queuesByKey(service, others), handle);
        },
        everyMs: roundMs,
        log,
        messages: roundMessages,
      });
      loops.push(loop);
    },
    names: () => [...workers.keys()],
    async stop() {
      // A round that waits for the broker ends with the connection.
      await settledWithin(stopTimeoutMs, Promise.all(loops.map((loop) => loop.close())));
      await Promise.all([...workers.values()].map((worker) => worker.stop()));
    },
  };
}
