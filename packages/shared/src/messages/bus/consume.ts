/**
 * How received messages are handled, over either bus.
 * - A message that does not fit its topic is rejected at once.
 * - While the database is away nothing is rejected: the batch is held and retried (`hold`), or the outage is thrown to
 *   the sender, which keeps the messages (`throw`).
 * - When a batch fails for another reason, its messages are tried one by one; one that fails three times is rejected.
 */
import { termsOf, isTopic } from '../../contracts/topics.ts';
import { isOutage } from '../../data/database.ts';
import { ApiError } from '../../values/errors.ts';
import { reasonOf, type Log } from '../../process/log.ts';
import { backOffMs, pause } from '../../process/waiting.ts';
import type { Message, Rejection, Subscription } from './port.ts';

/** The most messages that a handler gets at once. */
export const batchMax = 200;
const triesMax = 3;
const holdPauses = { firstMs: 100, mostMs: 5_000 };

/** A message as received, not validated yet. */
export type Incoming = { id: string; topic: string; key: string; version: number; body: unknown };

export type Policy = { whenAway: 'hold' | 'throw'; signal: AbortSignal; log: Log };

type Read = { message: Message } | { rejection: Rejection };

function read({ id, topic, key, version, body }: Incoming): Read {
  if (!isTopic(topic)) return { rejection: { id, reason: `unknown topic ${topic}` } };
  const { version: known, body: schema } = termsOf(topic);
  if (version !== known) return { rejection: { id, reason: `unknown version ${version} of ${topic}` } };
  const parsed = schema.safeParse(body);
  if (parsed.success) return { message: { id, topic, key, body: parsed.data } as Message };
  const [issue] = parsed.error.issues;
  return { rejection: { id, reason: `not a ${topic}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}` } };
}

/** The database, or a service that the handler asked, is away; the message is not at fault. */
const isAway = (error: unknown) =>
  isOutage(error) || (error instanceof ApiError && error.error_type === 'service_unavailable');

async function handleHolding(subscription: Subscription, messages: Message[], policy: Policy): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await subscription.handle(messages);
    } catch (error) {
      if (!isAway(error) || policy.whenAway === 'throw' || policy.signal.aborted) throw error;
      if (tries === 0) policy.log.warn({ reason: reasonOf(error) }, 'messages wait: the database is away');
      await pause(backOffMs(tries, holdPauses), policy.signal);
      if (policy.signal.aborted) throw error;
    }
  }
}

async function handleOne(subscription: Subscription, message: Message, policy: Policy): Promise<Rejection | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      await handleHolding(subscription, [message], policy);
      return undefined;
    } catch (error) {
      if (isAway(error)) throw error;
      if (tries === triesMax) return { id: message.id, reason: reasonOf(error) };
    }
  }
}

async function handleBatch(subscription: Subscription, messages: Message[], policy: Policy): Promise<Rejection[]> {
  try {
    await handleHolding(subscription, messages, policy);
    return [];
  } catch (error) {
    if (isAway(error)) throw error;
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

/**
 * Handles `incoming` (any number, in order) and returns the rejected ones; all others are done. Throws the outage when
 * `whenAway` is `throw`, or when `signal` aborts while holding: then any of them may or may not be done.
 */
export async function consume(
  subscription: Subscription,
  incoming: readonly Incoming[],
  policy: Policy,
): Promise<Rejection[]> {
  const messages: Message[] = [];
  const rejections: Rejection[] = [];
  for (const one of incoming.map(read)) {
    if ('message' in one) messages.push(one.message);
    else rejections.push(one.rejection);
  }
  for (let start = 0; start < messages.length; start += batchMax) {
    rejections.push(...(await handleBatch(subscription, messages.slice(start, start + batchMax), policy)));
  }
  for (const { id, reason } of rejections) policy.log.error({ message_id: id, reason }, 'message rejected');
  return rejections;
}
