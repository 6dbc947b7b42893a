import type { Channel, ChannelModel } from 'amqplib';
import type { ServiceName } from '../../../../process/neighbours.ts';
import { replicasQueue } from '../topology.ts';

/**
 * Returns a function that counts the replicas of a consumer, this one too. They all consume a queue that nobody sends to: of
 * a queue with a single active consumer, the broker counts only that one. The function throws while the broker cannot answer.
 */
export function openReplicaCount(model: ChannelModel, consumer: ServiceName): () => Promise<number> {
  const queue = replicasQueue(consumer);
  let channel: Channel | undefined;

  async function open(): Promise<Channel> {
    const opened = await model.createChannel();
    // The next round opens another one.
    opened.on('error', () => undefined);
    opened.on('close', () => (channel = undefined));
    await opened.assertQueue(queue, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
    await opened.consume(queue, () => undefined);
    return opened;
  }

  return async () => {
    channel ??= await open();
    return (await channel.checkQueue(queue)).consumerCount;
  };
}
