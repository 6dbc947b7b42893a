import { startRabbitmq, type TestRabbitmq } from '@order-hub/testing/rabbitmq';
import type { Row } from './report.ts';

/** Runs `work` with a RabbitMQ, found as the tests find it. Without one, returns a row that says why it was skipped. */
export async function withBroker(part: string, work: (broker: TestRabbitmq) => Promise<Row[]>): Promise<Row[]> {
  const broker = await startRabbitmq();
  if ('unavailable' in broker) return [{ part, what: 'skipped', measured: Number.NaN, note: broker.unavailable }];
  try {
    return await work(broker);
  } finally {
    await broker.stop();
  }
}
