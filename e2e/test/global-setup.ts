/** Starts what all test files share: a hub on the direct bus and one on RabbitMQ, with the limits of the contract. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHub } from '@order-hub/local/hub';
import { startBroker } from '../src/broker.ts';
import { keepForTeardown } from './global-teardown.ts';
import { passHubs, type SharedHub } from './hubs.ts';

async function start(bus: SharedHub['bus'], amqpUrl?: string): Promise<SharedHub> {
  const folder = mkdtempSync(join(tmpdir(), `order-hub-e2e-${bus}-`));
  keepForTeardown(async () => rmSync(folder, { recursive: true, force: true }));
  const env = { HUB_DATA_DIR: folder, HOST: '127.0.0.1', PORT: '0', DATABASE_URL: undefined, AMQP_URL: amqpUrl };
  const hub = await startHub({ env: { ...env, CALLBACK_RETRY_BASE_SECONDS: '1' } });
  keepForTeardown(hub.stop);
  const { base_url, auth_url, gateway_url, operator, data_folder, database_url } = hub;
  return { bus, base_url, auth_url, gateway_url, operator, data_folder, database_url };
}

// eslint-disable-next-line hub/named-exports -- jest asks for it
export default async function startHubs(): Promise<void> {
  const broker = await startBroker();
  if ('unavailable' in broker) {
    passHubs([await start('direct')], broker.unavailable);
    return;
  }
  keepForTeardown(broker.stop);
  passHubs([await start('direct'), await start('rabbitmq', broker.url)], null);
}
