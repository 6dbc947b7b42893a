import { z } from 'zod';
import type { ServiceName } from '../neighbours.ts';
import { termsOf, isTopic } from '../topics.ts';
import { ApiError, badRequest, errorBody, serviceUnavailable } from '../errors.ts';
import type { Log } from '../log.ts';
import { verifyServiceToken } from '../service-token.ts';
import { consume, type Incoming } from './consume.ts';
import type { Receipt, Rejection, Subscription } from './port.ts';

const parcelSchema = z.object({
  messages: z.array(
    z.object({ id: z.string(), topic: z.string(), key: z.string(), version: z.int(), body: z.unknown() }),
  ),
});

function parseParcel(rawBody: string | Buffer): Incoming[] {
  let json: unknown;
  try {
    json = JSON.parse(rawBody.toString());
  } catch {
    throw badRequest('The delivery is not valid JSON');
  }
  const parcel = parcelSchema.safeParse(json);
  if (!parcel.success) throw badRequest('The delivery is not a list of messages');
  return parcel.data.messages;
}

function receiptOf(error: unknown): Receipt {
  const answer = error instanceof ApiError ? error : serviceUnavailable('The messages cannot be stored now');
  return { status: answer.status, body: JSON.stringify(errorBody(answer)) };
}

type Subscriptions = ReadonlyMap<string, Subscription>;

/** Who handles a topic here. What must not be lost, and nobody listens to yet, is the sender's to keep. */
function subscriptionFor(topic: string, subscriptions: Subscriptions, service: ServiceName): Subscription | undefined {
  const subscription = subscriptions.get(topic);
  const isDurable = isTopic(topic) && termsOf(topic).consumers.includes(service);
  if (!subscription && isDurable) throw serviceUnavailable(`Not listening to ${topic} yet`);
  return subscription;
}

/** Sorts messages by who handles them, in order; those of topics that do not exist are rejected. */
function share(incoming: readonly Incoming[], subscriptions: Subscriptions, service: ServiceName) {
  const shares = new Map<Subscription, Incoming[]>();
  const unknown: Rejection[] = [];
  for (const one of incoming) {
    const subscription = subscriptionFor(one.topic, subscriptions, service);
    const known = subscription && shares.get(subscription);
    if (known) known.push(one);
    else if (subscription) shares.set(subscription, [one]);
    else if (!isTopic(one.topic)) unknown.push({ id: one.id, reason: `unknown topic ${one.topic}` });
  }
  return { shares, unknown };
}

type ReceiverOptions = { service: ServiceName; internalKeys: readonly string[]; log: Log };

/** The receiving end of direct deliveries. */
export function openReceiver({ service, internalKeys, log }: ReceiverOptions) {
  const subscriptions = new Map<string, Subscription>();
  const running = new Map<string, Promise<Rejection[]>>();
  const closing = new AbortController();
  const { signal } = closing;

  async function handle(incoming: readonly Incoming[]): Promise<Rejection[]> {
    const { shares, unknown: rejections } = share(incoming, subscriptions, service);
    for (const [subscription, messages] of shares) {
      rejections.push(...(await consume(subscription, messages, { whenAway: 'throw', signal, log })));
    }
    return rejections;
  }

  /** One delivery per sender at a time: one that was given up by its sender must not be overtaken by the next. */
  async function handleInTurn(sender: string, incoming: readonly Incoming[]): Promise<Rejection[]> {
    if (signal.aborted || running.has(sender)) throw serviceUnavailable('Busy with an earlier delivery');
    const work = handle(incoming);
    running.set(sender, work);
    return work.finally(() => running.delete(sender));
  }

  return {
    async receive(serviceToken: string | undefined, rawBody: string | Buffer): Promise<Receipt> {
      try {
        const sender = await verifyServiceToken(internalKeys, serviceToken, service);
        const rejected = await handleInTurn(sender, parseParcel(rawBody));
        return { status: 200, body: JSON.stringify({ rejected }) };
      } catch (error) {
        if (!(error instanceof ApiError)) log.warn({ reason: String(error) }, 'delivery not taken');
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
