import { isTopic } from '../topics.ts';
import type { OutgoingMessage, Rejection } from './port.ts';

/** The largest body that is sent, in bytes: RabbitMQ 4 refuses messages of 16 MiB by closing the channel. */
const bodyBytesMax = 15 * 1024 * 1024;

function fault({ topic, body }: OutgoingMessage): string | undefined {
  if (!isTopic(topic)) return `unknown topic ${String(topic)}`;
  if (Buffer.byteLength(body) > bodyBytesMax) return `body over ${bodyBytesMax} bytes`;
  return undefined;
}

/** Sets aside what could never be sent, so that it does not hold back the rest for ever. */
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
