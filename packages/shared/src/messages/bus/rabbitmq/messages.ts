/** Messages as the broker stores them. */
import type { ConsumeMessage } from 'amqplib';
import type { MessageCause } from '../../../contracts/message-cause.ts';
import type { CountForgery } from '../forgeries.ts';
import type { Incoming, RejectedMessage, Rejection } from '../port.ts';
import type { Log } from '../../../process/log.ts';
import type { ServiceName } from '../../../process/neighbours.ts';
import type { VerifyingKeys } from '../../../process/settings/signing-keys.ts';
import { parseJson } from '../../../values/json.ts';
import { authorOf, judgeAuthor, type Judgement } from '../../../contracts/message-author.ts';

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
function incomingOf(message: ConsumeMessage): Incoming {
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

/** `acceptsUnsigned`: also takes the messages of a release that does not sign them yet (docs/upgrade.md#signed-messages). */
export type AuthorCheck = {
  service: ServiceName;
  verifyingKeys: VerifyingKeys;
  acceptsUnsigned: boolean;
  countForgery: CountForgery;
};

/** What this consumer does with a message, by who sent it. Counts forgeries. */
function judge({ properties, content }: ConsumeMessage, check: AuthorCheck): Judgement {
  const { key, version, signed_by, signature } = properties.headers ?? {};
  const [id, topic] = [String(properties.messageId), String(properties.type)];
  if (signature === undefined) return check.acceptsUnsigned ? 'taken' : 'unsigned';
  const parts = { id, topic, key: String(key), version: Number(version), body: content };
  const author = authorOf(check.verifyingKeys, parts, { signed_by: String(signed_by), signature: String(signature) });
  const judged = author ? judgeAuthor(author, topic, check.service) : 'forged';
  if (judged === 'forged') check.countForgery(topic, author ? 'service' : 'signature');
  return judged;
}

const unsignedReason = 'The message is not signed by the service that sent it';

const logForgery = (log: Log, { properties }: ConsumeMessage) =>
  log.error(
    { message_id: String(properties.messageId), topic: String(properties.type) },
    'dropped: its sender may not send it',
  );

/**
 * The messages that this consumer takes, in order. Rejects those without a signature, so that an operator finds them after an upgrade.
 * Drops those of a service that may not send them: once they were parked, trying them again would give them another author.
 */
export function checkedMessages(messages: readonly ConsumeMessage[], check: AuthorCheck, log: Log) {
  const taken: Incoming[] = [];
  const rejections: Rejection[] = [];
  for (const message of messages) {
    const judged = judge(message, check);
    if (judged === 'taken') taken.push(incomingOf(message));
    if (judged === 'unsigned') rejections.push({ id: String(message.properties.messageId), reason: unsignedReason });
    if (judged === 'forged') logForgery(log, message);
  }
  for (const { id, reason } of rejections) log.error({ message_id: id, reason }, 'message rejected');
  return { taken, rejections };
}

/** The dead letters to park, in order: those of the senders that the consumer takes messages of, and those without a signature. */
export function checkedLetters(messages: readonly ConsumeMessage[], check: AuthorCheck, log: Log): RejectedMessage[] {
  const letters: RejectedMessage[] = [];
  for (const message of messages) {
    const judged = judge(message, check);
    if (judged === 'taken') letters.push(rejectedOf(message));
    if (judged === 'unsigned') letters.push({ ...rejectedOf(message), reason: unsignedReason });
    if (judged === 'forged') logForgery(log, message);
  }
  return letters;
}
