import { isTopic } from '../../contracts/topics.ts';
import type { OutgoingMessage, Rejection } from './port.ts';

/** The largest body to send. RabbitMQ 4 closes the channel on a message of 16 MiB. */
const bodyBytesMax = 15 * 1024 * 1024;

function fault({ topic, body }: OutgoingMessage): string | undefined {
  if (!isTopic(topic)) return `unknown topic ${String(topic)}`;
  if (Buffer.byteLength(body) > bodyBytesMax) return `body over ${bodyBytesMax} bytes`;
  return undefined;
}

/** Rejects messages that can never be sent, so that they do not block the others. */
export function sortOutgoing(messages: readonly OutgoingMessage[]) {
  const sendable: OutgoingMessage[] = [];
  const rejected: Rejection[] = [];
  for (const message of messages) {
    const reason = fault(message);
    if (reason) rejected.push({ id: message.id, reason });
    else sendable.push(message);
  }
  return { sendable, rejected };
}
