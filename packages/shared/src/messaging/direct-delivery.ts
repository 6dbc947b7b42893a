import { Agent } from 'node:http';
import type { Addresses, ServiceName } from '../neighbours.ts';
import { termsOf } from '../topics.ts';
import type { Log } from '../log.ts';
import { serviceTokenHeader, serviceTokens } from '../service-token.ts';
import { sendInternalRequest } from '../internal-request.ts';
import type { OutgoingMessage, Rejection } from './port.ts';

/** The most that one delivery can weigh, in bytes: what the receiving server must let through. */
export const deliveryBytesMax = 16 * 1024 * 1024;
const parcelBytesMax = 4 * 1024 * 1024;
const parcelCountMax = 200;
const deliverTimeoutMs = 10_000;
const tellTimeoutMs = 1_000;

/**
 * `answers` by message id: 'stored', or why the receiver does not want it. Ids that are missing have to be sent again,
 * because of `failure`.
 */
export type Delivery = { answers: Map<string, string>; failure?: string };

type DeliveryOptions = {
  service: ServiceName;
  addresses: Addresses;
  internalKeys: readonly string[];
  log: Log;
};

/** Parcels small enough to be handled within the timeout; a message that is larger than that travels alone. */
function* parcels(messages: readonly OutgoingMessage[]): Generator<OutgoingMessage[]> {
  let parcel: OutgoingMessage[] = [];
  let bytes = 0;
  for (const message of messages) {
    const size = message.body.length;
    if (parcel.length === parcelCountMax || (parcel.length > 0 && bytes + size > parcelBytesMax)) {
      yield parcel;
      parcel = [];
      bytes = 0;
    }
    parcel.push(message);
    bytes += size;
  }
  if (parcel.length > 0) yield parcel;
}

/** The bodies are JSON text already: they are put in as they are. */
function render(messages: readonly OutgoingMessage[]): string {
  const rendered = messages.map(({ id, topic, key, body }) => {
    const envelope = JSON.stringify({ id, topic, key, version: termsOf(topic).version });
    return `${envelope.slice(0, -1)},"body":${body}}`;
  });
  return `{"messages":[${rendered.join(',')}]}`;
}

/** Answers that speak of the request itself: sending the same again would not help. */
const isRefusal = (status: number) => status === 400 || status === 413;

/** Posts messages to `/internal/messages` of another service. Throws when there is no answer in time. */
function openPost({ service, addresses, internalKeys }: DeliveryOptions, agent: Agent) {
  const tokenFor = serviceTokens(internalKeys, service);
  return async (to: ServiceName, messages: readonly OutgoingMessage[], timeoutMs: number) => {
    const base = addresses[to];
    if (!base) throw new Error(`the address of ${to} is not set`);
    const headers = { [serviceTokenHeader]: await tokenFor(to) };
    const url = `${base}/internal/messages`;
    return sendInternalRequest({ method: 'POST', url, headers, body: render(messages), agent, timeoutMs });
  };
}

/** Delivers messages to other services over kept connections. */
export function openDelivery(options: DeliveryOptions) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const post = openPost(options, agent);

  /** One malformed message must not hold back the others of its parcel: then each travels alone. */
  async function deliverParcel(to: ServiceName, parcel: OutgoingMessage[], done: Map<string, string>): Promise<void> {
    const { status, text } = await post(to, parcel, deliverTimeoutMs);
    if (status === 200) {
      const { rejected } = JSON.parse(text) as { rejected: Rejection[] };
      for (const { id } of parcel) done.set(id, 'stored');
      for (const { id, reason } of rejected) done.set(id, `${to}: ${reason}`);
    } else if (!isRefusal(status)) throw new Error(`${to} answered ${status}`);
    else if (parcel.length === 1) for (const { id } of parcel) done.set(id, `${to}: ${text}`);
    else for (const message of parcel) await deliverParcel(to, [message], done);
  }

  return {
    /** Delivers in order and stops at the first failure, so that nothing overtakes. Never throws. */
    async deliver(to: ServiceName, messages: readonly OutgoingMessage[]): Promise<Delivery> {
      const answers = new Map<string, string>();
      try {
        for (const parcel of parcels(messages)) await deliverParcel(to, parcel, answers);
        return { answers };
      } catch (error) {
        return { answers, failure: `${to}: ${(error as Error).message}` };
      }
    },
    /** Tells a listener, if it listens. Never throws. */
    async tell(to: ServiceName, messages: readonly OutgoingMessage[]): Promise<void> {
      try {
        for (const parcel of parcels(messages)) await post(to, parcel, tellTimeoutMs);
      } catch (error) {
        options.log.debug({ to, reason: (error as Error).message }, 'broadcast not heard');
      }
    },
    close: () => agent.destroy(),
  };
}
