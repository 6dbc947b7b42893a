import type { Channel, ChannelModel } from 'amqplib';
import { settledWithin } from '../../../process/slots/waiting.ts';

const closeMs = 1_000;
const answerMs = 3_000;

/** A broker whose connection hangs would never answer. */
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
  const outcome: { result?: Result } = {};
  await settledWithin(
    answerMs,
    work.then((result) => (outcome.result = result)),
  );
  if (outcome.result === undefined) throw new Error('the broker did not say how long its queues are');
  return outcome.result;
}

async function readDepths(channel: Channel, queues: readonly string[]): Promise<Map<string, number>> {
  const depths = new Map<string, number>();
  for (const queue of queues) depths.set(queue, (await channel.checkQueue(queue)).messageCount);
  return depths;
}

/**
 * How many messages wait in each queue. Asks on a channel of its own: the broker closes a channel that asks for a missing
 * queue. Throws for a missing queue, and when the broker does not answer within three seconds.
 */
export async function queueDepthsOf(model: ChannelModel, queues: readonly string[]): Promise<Map<string, number>> {
  const channel = await inTime(model.createChannel());
  // The error is thrown by the call that it ends.
  channel.on('error', () => undefined);
  try {
    return await inTime(readDepths(channel, queues));
  } finally {
    await settledWithin(closeMs, Promise.resolve(channel.close()));
  }
}
