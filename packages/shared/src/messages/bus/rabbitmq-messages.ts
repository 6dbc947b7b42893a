/** Messages as the broker stores them. */
import type { ConsumeMessage } from 'amqplib';
import type { MessageCause } from '../../contracts/message-cause.ts';
import type { Incoming, RejectedMessage } from './port.ts';
import { parseJson } from '../../values/json.ts';

function parse(content: Buffer): unknown {
  try {
    return parseJson(content.toString());
  } catch {
    // Fits no topic, so consume() rejects the message.
    return undefined;
  }
}

const textOrNull = (header: unknown) => (typeof header === 'string' ? header : null);

/** The release before sends neither. */
const causeOf = ({ properties }: ConsumeMessage): MessageCause => ({
  request_id: textOrNull(properties.headers?.['request_id']),
  traceparent: textOrNull(properties.headers?.['traceparent']),
});

/** A message from the queue of a topic. */
export function incomingOf(message: ConsumeMessage): Incoming {
  const { properties, content } = message;
  const { key, version } = properties.headers ?? {};
  return {
    id: String(properties.messageId),
    topic: String(properties.type),
    key: String(key),
    version: Number(version),
    body: parse(content),
    ...causeOf(message),
  };
}

/** A dead letter. The log says why its consumer rejected it. */
export function rejectedOf(message: ConsumeMessage): RejectedMessage {
  const { properties, content } = message;
  const { key, version, 'x-first-death-queue': queue, 'x-first-death-reason': why } = properties.headers ?? {};
  return {
    id: String(properties.messageId),
    topic: String(properties.type),
    key: String(key),
    body: content.toString(),
    reason: `${String(queue)}: ${String(why)}, version ${String(version)}`,
    ...causeOf(message),
  };
}
