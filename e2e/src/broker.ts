import { startRabbitmq, type TestRabbitmq } from '@order-hub/testing/rabbitmq';

/**
 * Starts a RabbitMQ for one hub. Prefers a private one to the server of TEST_AMQP_URL, because two hubs on one broker would
 * consume each other's messages.
 */
export async function startBroker(): Promise<TestRabbitmq | { unavailable: string }> {
  const given = process.env['TEST_AMQP_URL'];
  delete process.env['TEST_AMQP_URL'];
  try {
    const own = await startRabbitmq();
    if (!('unavailable' in own) || given === undefined) return own;
  } finally {
    if (given !== undefined) process.env['TEST_AMQP_URL'] = given;
  }
  return startRabbitmq();
}
