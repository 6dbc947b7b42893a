import { gauge } from '../process/metric.ts';
import type { Metrics } from '../process/metrics.ts';
import { sample } from '../process/readings.ts';
import type { Bus } from './bus/bus.ts';

const ready = gauge('hub_bus_ready', 'Whether this process can send and receive messages now (1) or not (0).');
const queueMessages = gauge(
  'hub_queue_messages',
  'Messages that wait in a queue of RabbitMQ, without those being handled. Without a broker, messages wait in outboxes.',
  ['queue'],
);

/** Shows the state of the bus, and the queues that this service reads. */
export function watchBus(metrics: Metrics, bus: Bus): void {
  metrics.gauge(ready, {}, () => (bus.isReady() ? 1 : 0));
  const { queueDepths } = bus;
  if (!queueDepths) return;
  metrics.addReading({
    name: 'queues',
    read: async () => [...(await queueDepths())].map(([queue, depth]) => sample(queueMessages, { queue }, depth)),
  });
}
