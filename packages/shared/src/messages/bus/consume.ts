/**
 * Handles received messages, over either bus.
 * - Rejects a message that does not fit its topic at once.
 * - Holds a message of a newer version, and those behind it with the same key, until this service is upgraded.
 * - Rejects nothing while the database is unavailable: holds the batch and retries it (`hold`), or throws the outage to the
 *   sender, which keeps the messages (`throw`).
 * - When a batch fails for another reason, tries its messages one by one, and rejects one that fails three times.
 */
import type { MessageCause } from '../../contracts/message-cause.ts';
import { termsOf, isTopic, type Topic } from '../../contracts/topics.ts';
import { isOutage } from '../../data/database.ts';
import { ApiError } from '../../values/errors.ts';
import { reasonOf, type Log } from '../../process/log.ts';
import { backOffMs, pause } from '../../process/slots/waiting.ts';
import type { Incoming, Message, Rejection, Subscription } from './port.ts';

/** The largest batch that a handler gets. */
export const batchMax = 200;
const triesMax = 3;
const holdPauses = { firstMs: 100, mostMs: 5_000 };

export type ConsumePolicy = { whenUnavailable: 'hold' | 'throw'; signal: AbortSignal; log: Log };

type ReadMessage = { message: Message } | { rejection: Rejection };

function schemaOf(topic: Topic, version: number) {
  const terms = termsOf(topic);
  return version === terms.version ? terms.body : terms.olderBodies?.[version];
}

const causeOf = ({ request_id = null, traceparent = null }: Incoming): MessageCause => ({ request_id, traceparent });

function read(incoming: Incoming): ReadMessage {
  const { id, topic, key, version, body } = incoming;
  if (!isTopic(topic)) return { rejection: { id, reason: `unknown topic ${topic}` } };
  const schema = schemaOf(topic, version);
  if (!schema) return { rejection: { id, reason: `unknown version ${version} of ${topic}` } };
  const parsed = schema.safeParse(body);
  if (parsed.success) return { message: { id, topic, key, body: parsed.data, ...causeOf(incoming) } as Message };
  const [issue] = parsed.error.issues;
  return { rejection: { id, reason: `not a ${topic}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}` } };
}

/** Whether the database, or a service that the handler called, is unavailable. Then the message is not at fault. */
const isUnavailable = (error: unknown) =>
  isOutage(error) || (error instanceof ApiError && error.error_type === 'service_unavailable');

async function holding(work: () => Promise<void>, policy: ConsumePolicy): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error) || policy.whenUnavailable === 'throw' || policy.signal.aborted) throw error;
      if (tries === 0) policy.log.warn({ reason: reasonOf(error) }, 'messages wait: the database is unavailable');
      await pause(backOffMs(tries, holdPauses), policy.signal);
      if (policy.signal.aborted) throw error;
    }
  }
}

async function handleOne(
  subscription: Subscription,
  message: Message,
  policy: ConsumePolicy,
): Promise<Rejection | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      await holding(() => subscription.handle([message]), policy);
      return undefined;
    } catch (error) {
      if (isUnavailable(error)) throw error;
      if (tries === triesMax) return { id: message.id, reason: reasonOf(error) };
    }
  }
}

async function handleBatch(
  subscription: Subscription,
  messages: Message[],
  policy: ConsumePolicy,
): Promise<Rejection[]> {
  try {
    await holding(() => subscription.handle(messages), policy);
    return [];
  } catch (error) {
    if (isUnavailable(error)) throw error;
    policy.log.warn(
      { reason: reasonOf(error), messages: messages.length },
      'a batch of messages failed: trying one by one',
    );
  }
  const rejections: Rejection[] = [];
  for (const message of messages) {
    const rejection = await handleOne(subscription, message, policy);
    if (rejection) rejections.push(rejection);
  }
  return rejections;
}

/** A body that was no JSON is rejected, whatever its version. */
const isNewer = ({ topic, version, body }: Incoming) =>
  isTopic(topic) && version > termsOf(topic).version && body !== undefined;

const keyOf = ({ topic, key }: Incoming) => `${topic} ${key}`;

/** Separates the messages of a newer version. Where they can be held, so are those behind them with the same key. */
function separateNewer(incoming: readonly Incoming[], canHold: boolean) {
  const heldKeys = new Set<string>();
  const newer: Incoming[] = [];
  const understood: Incoming[] = [];
  for (const message of incoming) {
    if (isNewer(message) && canHold) heldKeys.add(keyOf(message));
    (isNewer(message) || heldKeys.has(keyOf(message)) ? newer : understood).push(message);
  }
  return { newer, understood };
}

async function holdNewer(subscription: Subscription, newer: readonly Incoming[], policy: ConsumePolicy) {
  const { hold, onGap } = subscription;
  if (newer.length === 0) return;
  if (hold) return holding(() => hold(newer), policy);
  policy.log.warn(
    { topic: newer[0]?.topic, version: newer[0]?.version },
    'a broadcast of a newer release is not understood',
  );
  onGap?.();
}

/**
 * Handles `incoming` (any number, in order) and returns the rejected messages; all others are handled or held. Throws the
 * outage when `whenUnavailable` is `throw`, or when `signal` aborts while holding: then some messages may not be handled.
 */
export async function consume(
  subscription: Subscription,
  incoming: readonly Incoming[],
  policy: ConsumePolicy,
): Promise<Rejection[]> {
  const { newer, understood } = separateNewer(incoming, subscription.hold !== undefined);
  const messages: Message[] = [];
  const rejections: Rejection[] = [];
  for (const result of understood.map(read)) {
    if ('message' in result) messages.push(result.message);
    else rejections.push(result.rejection);
  }
  for (let start = 0; start < messages.length; start += batchMax) {
    rejections.push(...(await handleBatch(subscription, messages.slice(start, start + batchMax), policy)));
  }
  // After those before them with the same key.
  await holdNewer(subscription, newer, policy);
  for (const { id, reason } of rejections) policy.log.error({ message_id: id, reason }, 'message rejected');
  return rejections;
}
