import { z } from 'zod';
import { contractOf, isTopic, type ServiceName } from '../contracts.ts';
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

type ReceiverOptions = { service: ServiceName; internalKeys: readonly string[]; log: Log };

/** The receiving end of direct deliveries. */
export function openReceiver({ service, internalKeys, log }: ReceiverOptions) {
  const subscriptions = new Map<string, Subscription>();
  const running = new Map<string, Promise<Rejection[]>>();
  const closing = new AbortController();

  /** What nobody here listens to any more, or yet, is the sender's to keep when it must not be lost. */
  function subscriptionFor(topic: string): Subscription | undefined {
    const subscription = subscriptions.get(topic);
    const isDurable = isTopic(topic) && contractOf(topic).consumers.includes(service);
    if (!subscription && isDurable) throw serviceUnavailable(`Not listening to ${topic} yet`);
    return subscription;
  }

  async function handle(incoming: readonly Incoming[]): Promise<Rejection[]> {
    const shares = new Map<Subscription, Incoming[]>();
    const rejections: Rejection[] = [];
    for (const one of incoming) {
      const subscription = subscriptionFor(one.topic);
      const share = subscription && shares.get(subscription);
      if (share) share.push(one);
      else if (subscription) shares.set(subscription, [one]);
      else if (!isTopic(one.topic)) rejections.push({ id: one.id, reason: `unknown topic ${one.topic}` });
    }
    for (const [subscription, share] of shares) {
      rejections.push(...(await consume(subscription, share, { whenAway: 'throw', signal: closing.signal, log })));
    }
    return rejections;
  }

  /** One delivery per sender at a time: one that was given up by its sender must not be overtaken by the next. */
  async function handleInTurn(sender: string, incoming: readonly Incoming[]): Promise<Rejection[]> {
    if (closing.signal.aborted || running.has(sender)) throw serviceUnavailable('Busy with an earlier delivery');
    const work = handle(incoming);
    running.set(sender, work);
    try {
      return await work;
    } finally {
      running.delete(sender);
    }
  }

  async function receive(serviceToken: string | undefined, rawBody: string | Buffer): Promise<Receipt> {
    try {
      const sender = await verifyServiceToken(internalKeys, serviceToken, service);
      const rejected = await handleInTurn(sender, parseParcel(rawBody));
      return { status: 200, body: JSON.stringify({ rejected }) };
    } catch (error) {
      if (!(error instanceof ApiError)) log.warn({ reason: String(error) }, 'delivery not taken');
      return receiptOf(error);
    }
  }

  return {
    receive,
    add(subscription: Subscription): void {
      for (const topic of subscription.topics) subscriptions.set(topic, subscription);
    },
    close: async (): Promise<void> => {
      closing.abort();
      await Promise.allSettled(running.values());
    },
  };
}
