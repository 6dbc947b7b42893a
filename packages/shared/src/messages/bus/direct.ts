/**
 * The bus without a broker: posts each message to the services that consume it, and keeps it in the sender's outbox until all
 * of them have stored it. For one machine, with one process per service.
 */
import type { Addresses, ServiceName } from '../../process/neighbours.ts';
import { termsOf } from '../../contracts/topics.ts';
import type { Log } from '../../process/log.ts';
import type { Metrics } from '../../process/metrics.ts';
import type { SigningKey, VerifyingKeys } from '../../process/settings/signing-keys.ts';
import { countingForgeries } from './forgeries.ts';
import { openReceiver } from './direct-receiver.ts';
import { openSender, type Sent } from './direct-sender.ts';
import type { Bus, OutgoingMessage, Published, Rejection, Subscription } from './port.ts';
import { sortOutgoing } from './sort-outgoing.ts';

type DirectOptions = {
  service: ServiceName;
  addresses: Addresses;
  signingKey: SigningKey;
  verifyingKeys: VerifyingKeys;
  metrics: Pick<Metrics, 'counter'>;
  log: Log;
};

type Role = 'consumers' | 'listeners';

/** The messages by receiving service, in order. */
function byReceiver(messages: readonly OutgoingMessage[], role: Role): Map<ServiceName, OutgoingMessage[]> {
  const lists = new Map<ServiceName, OutgoingMessage[]>();
  for (const message of messages) {
    for (const receiver of termsOf(message.topic)[role]) {
      const list = lists.get(receiver);
      if (list) list.push(message);
      else lists.set(receiver, [message]);
    }
  }
  return lists;
}

/** A message is stored once every consumer has accepted it, and rejected when one of them rejects it. */
function settle(messages: readonly OutgoingMessage[], sent: Map<ServiceName, Sent>) {
  const stored: string[] = [];
  const rejected: Rejection[] = [];
  for (const { id, topic } of messages) {
    const answers = termsOf(topic).consumers.map((consumer) => sent.get(consumer)?.answers.get(id));
    if (answers.includes(undefined)) continue;
    const refusal = answers.find((answer) => answer !== 'stored');
    if (refusal) rejected.push({ id, reason: refusal });
    else stored.push(id);
  }
  return { stored, rejected };
}

/** Opens the direct bus, which connects when it sends its first message. */
export function openDirectBus({ service, addresses, signingKey, verifyingKeys, metrics, log }: DirectOptions): Bus {
  const sender = openSender({ service, addresses, signingKey, log });
  const receiver = openReceiver({ service, verifyingKeys, countForgery: countingForgeries(metrics, service), log });
  let closed = false;

  async function publish(messages: readonly OutgoingMessage[]): Promise<Published> {
    const { sendable, rejected } = sortOutgoing(messages);
    const sent = new Map<ServiceName, Sent>();
    await Promise.all([
      ...[...byReceiver(sendable, 'consumers')].map(async ([to, list]) => sent.set(to, await sender.send(to, list))),
      ...[...byReceiver(sendable, 'listeners')].map(([to, list]) => sender.notify(to, list)),
    ]);
    const settled = settle(sendable, sent);
    const failure = [...sent.values()].flatMap((outcome) => outcome.failure ?? []).join('; ');
    return { stored: settled.stored, rejected: [...rejected, ...settled.rejected], ...(failure && { failure }) };
  }

  return {
    publish,
    // A subscription gets only messages of its own topics.
    subscribe: (subscription) => Promise.resolve(receiver.add(subscription as unknown as Subscription)),
    receive: receiver.receive,
    isReady: () => !closed,
    close: async () => {
      closed = true;
      await receiver.close();
      sender.close();
    },
  };
}
