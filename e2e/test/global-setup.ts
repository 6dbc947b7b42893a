/**
 * Starts the hubs that test files share, with the default limits and one PostgreSQL server: one on the direct bus and one on
 * RabbitMQ, or only that of E2E_BUS. None for a run of own-hubs alone (E2E_HUBS=own), whose files start their hubs.
 */
import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHub } from '@order-hub/local/hub';
import { startPostgres } from '@order-hub/testing/postgres';
import pg from 'pg';
import { startBroker } from '../src/broker.ts';
import { keepForTeardown } from './global-teardown.ts';
import { passHubs, type SharedHub } from './hubs.ts';

/** Creates a database for this run, dropped at the end. Returns its URL. */
async function createDatabase(serverUrl: string, bus: string): Promise<string> {
  const name = `e2e_${bus}_${randomBytes(5).toString('hex')}`;
  const onServer = async (statement: string) => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await onServer(`create database ${name}`);
  keepForTeardown(() => onServer(`drop database if exists ${name} with (force)`));
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** Starts a name server that never answers, for attacks. The callbacks of other tests use IP addresses. */
async function startSilentNameServer(): Promise<string> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  keepForTeardown(async () => void socket.close());
  return `127.0.0.1:${socket.address().port}`;
}

type Server = { url: string; log?: string };

async function start(bus: SharedHub['bus'], server: Server, amqpUrl?: string): Promise<SharedHub> {
  const folder = mkdtempSync(join(tmpdir(), `order-hub-e2e-${bus}-`));
  keepForTeardown(async () => rmSync(folder, { recursive: true, force: true }));
  const hub = await startHub({
    env: {
      HUB_DATA_DIR: folder,
      DATABASE_URL: await createDatabase(server.url, bus),
      AMQP_URL: amqpUrl,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'debug',
      PUBLIC_URL: undefined,
      CALLBACK_RETRY_BASE_SECONDS: '1',
      CALLBACK_DNS_SERVERS: await startSilentNameServer(),
    },
  });
  keepForTeardown(hub.stop);
  const { base_url, operator, service_urls, data_folder, database_url } = hub;
  const logs = [join(data_folder, 'logs'), ...(server.log === undefined ? [] : [server.log])];
  return { bus, base_url, operator, service_urls, data_folder, database_url, amqp_url: amqpUrl ?? null, logs };
}

async function startOnRabbitmq(postgres: Server): Promise<SharedHub | { unavailable: string }> {
  const broker = await startBroker();
  if ('unavailable' in broker) return broker;
  keepForTeardown(broker.stop);
  return start('rabbitmq', postgres, broker.url);
}

export default async function startHubs(): Promise<void> {
  if (process.env['E2E_HUBS'] === 'own') return passHubs([], null);
  const only = process.env['E2E_BUS'];
  const postgres = await startPostgres();
  keepForTeardown(postgres.stop);
  const hubs = only === 'rabbitmq' ? [] : [await start('direct', postgres)];
  const other = only === 'direct' ? undefined : await startOnRabbitmq(postgres);
  if (other === undefined) passHubs(hubs, null);
  else if ('unavailable' in other) passHubs(hubs, other.unavailable);
  else passHubs([...hubs, other], null);
}
