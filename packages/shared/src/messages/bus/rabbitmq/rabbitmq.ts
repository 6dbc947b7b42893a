/** The bus over RabbitMQ, 3.10 or later; topology.ts lists its exchanges and queues. */
import type { ServiceName } from '../../../process/neighbours.ts';
import type { Log } from '../../../process/log.ts';
import type { SigningKey, VerifyingKeys } from '../../../process/settings/signing-keys.ts';
import type { Metrics } from '../../../process/metrics.ts';
import { countingForgeries } from '../forgeries.ts';
import type { Bus, RejectedMessage } from '../port.ts';
import { openConsumer } from './consumer.ts';
import { openPublisher } from './publisher.ts';

type RabbitmqOptions = {
  service: ServiceName;
  instance: string;
  amqpUrl: string;
  partitions?: number | undefined;
  signingKey: SigningKey;
  verifyingKeys: VerifyingKeys;
  acceptsUnsigned?: boolean | undefined;
  metrics: Pick<Metrics, 'counter'>;
  log: Log;
  park?: (rejected: readonly RejectedMessage[]) => Promise<void>;
};

/** Opens the bus and waits for the first attempt to connect. Keeps trying while the broker is unavailable. */
export async function openRabbitmqBus(options: RabbitmqOptions): Promise<Bus> {
  const { service, instance, amqpUrl: url, partitions, signingKey, verifyingKeys, log, park } = options;
  const name = `${service} ${instance}`;
  const publisher = openPublisher({ url, name, partitions, signingKey, log });
  const { findKeys, echo } = publisher;
  const countForgery = countingForgeries(options.metrics, service);
  const check = { service, verifyingKeys, acceptsUnsigned: options.acceptsUnsigned ?? false, countForgery };
  const consumer = openConsumer({ url, name, ...check, partitions, findKeys, echo, log, park });
  await publisher.attempted;
  return {
    publish: publisher.publish,
    takeTurn: publisher.takeTurn,
    subscribe: (subscription) => consumer.subscribe(subscription),
    queueDepths: consumer.queueDepths,
    isReady: () => publisher.isReady() && consumer.isReady(),
    async close() {
      await consumer.close();
      await publisher.close();
    },
  };
}
