/** The bus over RabbitMQ, 3.10 or later; rabbitmq-topology.ts lists its exchanges and queues. */
import type { ServiceName } from '../../process/neighbours.ts';
import type { Log } from '../../process/log.ts';
import type { Bus, RejectedMessage } from './port.ts';
import { openConsumer } from './rabbitmq-consumer.ts';
import { openPublisher } from './rabbitmq-publisher.ts';

type RabbitmqOptions = {
  service: ServiceName;
  instance: string;
  amqpUrl: string;
  log: Log;
  park?: (rejected: readonly RejectedMessage[]) => Promise<void>;
};

/** Opens the bus and waits for the first attempt to connect. Keeps trying while the broker is unavailable. */
export async function openRabbitmqBus({ service, instance, amqpUrl: url, log, park }: RabbitmqOptions): Promise<Bus> {
  const name = `${service} ${instance}`;
  const publisher = openPublisher({ url, name, log });
  const consumer = openConsumer({ url, name, service, log, park });
  await publisher.attempted;
  return {
    publish: publisher.publish,
    subscribe: (subscription) => consumer.subscribe(subscription),
    queueDepths: consumer.queueDepths,
    isReady: () => publisher.isReady() && consumer.isReady(),
    async close() {
      await consumer.close();
      await publisher.close();
    },
  };
}
