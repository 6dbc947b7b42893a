import { z } from 'zod';
import type { ServiceName } from '../../process/neighbours.ts';
import { termsOf, isTopic } from '../../contracts/topics.ts';
import { ApiError, badRequest, errorBody, serviceUnavailable } from '../../values/errors.ts';
import { reasonOf, type Log } from '../../process/log.ts';
import type { VerifyingKeys } from '../../process/settings/signing-keys.ts';
import { serviceVerifier } from '../../tokens/service-token.ts';
import { consume } from './consume.ts';
import type { CountForgery } from './forgeries.ts';
import type { Incoming, Receipt, Rejection, Subscription } from './port.ts';
import { parseJson } from '../../values/json.ts';

/** The largest body of a request that the receiving server must accept. */
export const receiveBytesMax = 16 * 1024 * 1024;

const orNull = (text: string | null | undefined) => text ?? null;

const batchSchema = z.object({
  messages: z.array(
    z.object({
      id: z.string(),
      topic: z.string(),
      key: z.string(),
      version: z.int(),
      body: z.unknown(),
      // The release before sends neither.
      request_id: z.string().nullish().transform(orNull),
      traceparent: z.string().nullish().transform(orNull),
    }),
  ),
});

function parseBatch(rawBody: Buffer): Incoming[] {
  let json: unknown;
  try {
    json = parseJson(rawBody.toString());
  } catch {
    throw badRequest('The body is not valid JSON');
  }
  const batch = batchSchema.safeParse(json);
  if (!batch.success) throw badRequest('The body is not a list of messages');
  return batch.data.messages;
}

function receiptOf(error: unknown): Receipt {
  const answer = error instanceof ApiError ? error : serviceUnavailable('The messages cannot be stored now');
  return { status: answer.status, body: JSON.stringify(errorBody(answer)) };
}

type Subscriptions = ReadonlyMap<string, Subscription>;

/** The subscription to a topic. Throws service_unavailable until there is one, so that the sender keeps the message. */
function subscriptionFor(topic: string, subscriptions: Subscriptions, service: ServiceName): Subscription | undefined {
  const subscription = subscriptions.get(topic);
  const isDurable = isTopic(topic) && termsOf(topic).consumers.includes(service);
  if (!subscription && isDurable) throw serviceUnavailable(`${topic} is not subscribed to yet`);
  return subscription;
}

/** Why `sender` may not send messages of this topic; undefined when it may. */
function refusal(topic: string, sender: string): string | undefined {
  if (!isTopic(topic)) return `unknown topic ${topic}`;
  return termsOf(topic).producers.some((name) => name === sender) ? undefined : `${sender} may not send ${topic}`;
}

/**
 * The answer to a batch. `unknown`: those of the rejected messages whose topics only a newer release of this service knows; the
 * sender keeps them.
 */
type Outcome = { rejected: Rejection[]; unknown?: string[] };

type Batch = { sender: string; incoming: readonly Incoming[] };

/** Counts the messages that the sender may not send. */
function countForgeries({ sender, incoming }: Batch, countForgery: CountForgery): void {
  for (const { topic } of incoming) if (isTopic(topic) && refusal(topic, sender)) countForgery(topic, 'service');
}

/** Groups messages by subscription, in order. Rejects those that the sender may not send. */
function group({ sender, incoming }: Batch, subscriptions: Subscriptions, service: ServiceName) {
  const groups = new Map<Subscription, Incoming[]>();
  const rejections: Rejection[] = [];
  for (const message of incoming) {
    const reason = refusal(message.topic, sender);
    if (reason !== undefined) {
      rejections.push({ id: message.id, reason });
      continue;
    }
    const subscription = subscriptionFor(message.topic, subscriptions, service);
    const messages = subscription && groups.get(subscription);
    if (messages) messages.push(message);
    else if (subscription) groups.set(subscription, [message]);
  }
  return { groups, rejections };
}

function outcomeOf({ incoming }: Batch, rejected: Rejection[]): Outcome {
  const unknown = incoming.filter(({ topic }) => !isTopic(topic)).map(({ id }) => id);
  return { rejected, ...(unknown.length > 0 && { unknown }) };
}

type ReceiverOptions = { service: ServiceName; verifyingKeys: VerifyingKeys; countForgery: CountForgery; log: Log };

/** The receiving end of the direct bus. */
export function openReceiver({ service, verifyingKeys, countForgery, log }: ReceiverOptions) {
  const subscriptions = new Map<string, Subscription>();
  const running = new Map<string, Promise<Outcome>>();
  const closing = new AbortController();

  async function handle(batch: Batch): Promise<Outcome> {
    const { groups, rejections } = group(batch, subscriptions, service);
    countForgeries(batch, countForgery);
    if (rejections.length > 0) log.error({ sender: batch.sender, rejections }, 'messages rejected');
    for (const [subscription, messages] of groups) {
      rejections.push(...(await consume(subscription, messages, { ...policy, log })));
    }
    return outcomeOf(batch, rejections);
  }

  const policy = { whenUnavailable: 'throw', signal: closing.signal } as const;
  const verify = serviceVerifier(verifyingKeys, service);

  /** Handles one batch per sender at a time, so that a batch cannot overtake an earlier one that timed out for its sender. */
  async function handleInTurn(sender: string, readBody: () => Promise<Buffer>): Promise<Outcome> {
    if (closing.signal.aborted || running.has(sender)) throw serviceUnavailable('Busy with an earlier batch');
    const work = readBody().then((rawBody) => handle({ sender, incoming: parseBatch(rawBody) }));
    running.set(sender, work);
    return work.finally(() => running.delete(sender));
  }

  return {
    async receive(serviceToken: string | undefined, readBody: () => Promise<Buffer>): Promise<Receipt> {
      try {
        const sender = await verify(serviceToken);
        return { status: 200, body: JSON.stringify(await handleInTurn(sender, readBody)) };
      } catch (error) {
        if (!(error instanceof ApiError)) log.warn({ reason: reasonOf(error) }, 'messages not stored');
        return receiptOf(error);
      }
    },
    add(subscription: Subscription): void {
      for (const topic of subscription.topics) subscriptions.set(topic, subscription);
    },
    close: async (): Promise<void> => {
      closing.abort();
      await Promise.allSettled(running.values());
    },
  };
}
