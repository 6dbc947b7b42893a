/**
 * The bus without a broker: each message is posted to the services that consume it, and the sender's outbox keeps it
 * until all of them have stored it. Made for one machine: one process per service.
 */
import type { Addresses, ServiceName } from '../neighbours.ts';
import { termsOf } from '../topics.ts';
import type { Log } from '../log.ts';
import { openDelivery, type Delivery } from './direct-delivery.ts';
import { openReceiver } from './direct-receiver.ts';
import { sortOutgoing } from './outgoing.ts';
import type { Bus, OutgoingMessage, Published, Rejection, Subscription } from './port.ts';

export { deliveryBytesMax } from './direct-delivery.ts';

type DirectOptions = {
  service: ServiceName;
  addresses: Addresses;
  internalKeys: readonly string[];
  log: Log;
};

type Role = 'consumers' | 'listeners';

/** The messages by the service that is to get them, in order. */
function byReceiver(messages: readonly OutgoingMessage[], role: Role): Map<ServiceName, OutgoingMessage[]> {
  const parcels = new Map<ServiceName, OutgoingMessage[]>();
  for (const message of messages) {
    for (const receiver of termsOf(message.topic)[role]) {
      const parcel = parcels.get(receiver);
      if (parcel) parcel.push(message);
      else parcels.set(receiver, [message]);
    }
  }
  return parcels;
}

/** A message is stored when every consumer has answered for it, rejected when one of them did not want it. */
function settle(messages: readonly OutgoingMessage[], deliveries: Map<ServiceName, Delivery>) {
  const stored: string[] = [];
  const rejected: Rejection[] = [];
  for (const { id, topic } of messages) {
    const answers = termsOf(topic).consumers.map((consumer) => deliveries.get(consumer)?.answers.get(id));
    if (answers.includes(undefined)) continue;
    const refusal = answers.find((answer) => answer !== 'stored');
    if (refusal) rejected.push({ id, reason: refusal });
    else stored.push(id);
  }
  return { stored, rejected };
}

/** Opens the direct bus. It connects when there is something to send. */
export function openDirectBus({ service, addresses, internalKeys, log }: DirectOptions): Bus {
  const delivery = openDelivery({ service, addresses, internalKeys, log });
  const receiver = openReceiver({ service, internalKeys, log });
  let closed = false;

  async function publish(messages: readonly OutgoingMessage[]): Promise<Published> {
    const { sendable, rejected } = sortOutgoing(messages);
    const deliveries = new Map<ServiceName, Delivery>();
    await Promise.all([
      ...[...byReceiver(sendable, 'consumers')].map(async ([to, parcel]) =>
        deliveries.set(to, await delivery.deliver(to, parcel)),
      ),
      ...[...byReceiver(sendable, 'listeners')].map(([to, parcel]) => delivery.tell(to, parcel)),
    ]);
    const settled = settle(sendable, deliveries);
    const failure = [...deliveries.values()].flatMap((done) => done.failure ?? []).join('; ');
    return { stored: settled.stored, rejected: [...rejected, ...settled.rejected], ...(failure && { failure }) };
  }

  return {
    publish,
    // Messages are handed only the topics that were subscribed to.
    subscribe: (subscription) => Promise.resolve(receiver.add(subscription as unknown as Subscription)),
    receive: receiver.receive,
    isReady: () => !closed,
    close: async () => {
      closed = true;
      await receiver.close();
      delivery.close();
    },
  };
}
