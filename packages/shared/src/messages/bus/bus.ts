import type { Addresses, ServiceName } from '../../process/neighbours.ts';
import type { Log } from '../../process/log.ts';
import type { SigningKey, VerifyingKeys } from '../../process/settings/signing-keys.ts';
import type { Metrics } from '../../process/metrics.ts';
import type { Bus, RejectedMessage } from './port.ts';
import { openDirectBus } from './direct.ts';

export type { Bus, Message, OutgoingMessage, RejectedMessage, Rejection, Subscription } from './port.ts';
export { receiveBytesMax } from './direct-receiver.ts';

export type BusOptions = {
  service: ServiceName;
  /** Tells the replicas of one service apart in logs and queue names. */
  instance: string;
  /** The broker. Without one, services send messages to each other over HTTP. */
  amqpUrl?: string | undefined;
  /** The number of partitions of topics that have several; by default that of topics.ts. Only used with a broker. */
  partitions?: number | undefined;
  /** Base URLs of the other services, for the direct bus. */
  addresses: Addresses;
  /** With these a service says and checks who sent a message. */
  signingKey: SigningKey;
  verifyingKeys: VerifyingKeys;
  /** Whether messages without a signature are taken. Only used with a broker. */
  acceptsUnsigned?: boolean | undefined;
  /** Stores the messages that this service rejected. Only used with a broker; without one, the sender's outbox keeps them. */
  park?: (rejected: readonly RejectedMessage[]) => Promise<void>;
  metrics: Pick<Metrics, 'counter'>;
  log: Log;
};

/** Opens the bus: RabbitMQ with an `amqpUrl`, otherwise direct. Keeps trying to connect while the broker is unavailable. */
export async function connectBus(options: BusOptions): Promise<Bus> {
  const { amqpUrl } = options;
  if (!amqpUrl) return openDirectBus(options);
  const { openRabbitmqBus } = await import('./rabbitmq/rabbitmq.ts');
  return openRabbitmqBus({ ...options, amqpUrl });
}
