/** Messages as the broker stores them. */
import type { ConsumeMessage } from 'amqplib';
import type { Incoming, RejectedMessage } from './port.ts';

function parse(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString());
  } catch {
    // Fits no topic, so consume() rejects the message.
    return undefined;
  }
}

/** A message from the queue of a topic. */
export function incomingOf({ properties, content }: ConsumeMessage): Incoming {
  const { key, version } = properties.headers ?? {};
  return {
    id: String(properties.messageId),
    topic: String(properties.type),
    key: String(key),
    version: Number(version),
    body: parse(content),
  };
}

/** A dead letter. The log says why its consumer rejected it. */
export function rejectedOf({ properties, content }: ConsumeMessage): RejectedMessage {
  const { key, version, 'x-first-death-queue': queue, 'x-first-death-reason': why } = properties.headers ?? {};
  return {
    id: String(properties.messageId),
    topic: String(properties.type),
    key: String(key),
    body: content.toString(),
    reason: `${String(queue)}: ${String(why)}, version ${String(version)}`,
  };
}
