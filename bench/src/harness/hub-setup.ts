/** A hub in a temporary folder, with an account, a location and two connected clients. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient as createApiClient, type Client, type Schemas } from '@order-hub/client';
import { startHub, type Hub } from '@order-hub/local/hub';
import { operatorClient } from '@order-hub/operator/client';
import { createClient, createConnection, createTenant } from '@order-hub/operator/tenant';
import type { TestRabbitmq } from '@order-hub/testing/rabbitmq';
import type { LoadRequest } from './http-connection.ts';
import { orderBody } from './samples.ts';
import { anyPort, unlimited } from './settings.ts';

/**
 * `createOrder` is a request of the website, for the load; `website` calls the hub as an application. `subscribe` makes the till's callback, passive when `url` is null. Without a
 * `broker` the bus is direct.
 */
export type BenchHub = {
  hub: Hub;
  broker: TestRabbitmq | undefined;
  port: number;
  account_id: string;
  location_id: string;
  client_id: string;
  createOrder: LoadRequest;
  website: Client;
  subscribe(url: string | null): Promise<unknown>;
};

const scope = 'location[orders.write,all_customer_lists.write]';

async function openShop(hub: Hub) {
  const operator = operatorClient(hub.operator);
  const timezone = 'Europe/Paris';
  const address = { address: '2 rue Berger', postal_code: '75001', city: 'Paris', country: 'FR' };
  const { user_id, account_id, location_ids } = await createTenant(operator, {
    user: { email: 'bench@example.com', password: 'bench-password', first_name: 'B', last_name: 'B', timezone },
    account: { name: 'Bench', currency: 'EUR' },
    locations: [{ name: 'Bench', timezone, ...address }],
  });
  const [location_id] = location_ids;
  const connect = async (name: string) => {
    const { client_id } = await createClient(operator, { user_id, name });
    const { access_token } = await createConnection(operator, { client_id, location_id, scope });
    const api = createApiClient({ baseUrl: `http://127.0.0.1:${hub.gateway_port}/v1`, token: access_token });
    return { client_id, api, headers: { 'x-access-token': access_token, 'content-type': 'application/json' } };
  };
  return { account_id, location_id, website: await connect('Website'), till: await connect('Till') };
}

const events: Schemas['CallbackEvents'] = { order: ['create', 'update'] };

const stopSignals = ['SIGINT', 'SIGTERM'] as const;

/** Starts a hub with its data in `folder`. Interrupting the measurement stops it and removes the folder. */
async function openHub(folder: string, { amqpUrl, limits }: { amqpUrl: string | undefined; limits: object }) {
  const env = { ...limits, ...anyPort, AMQP_URL: amqpUrl, HUB_DATA_DIR: folder, LOG_LEVEL: undefined };
  const hub = await startHub({ env, say: (sentence) => process.stderr.write(`  ${sentence}\n`) });
  const close = async () => {
    await hub.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const interrupt = () => void close().finally(() => process.exit(1));
  for (const signal of stopSignals) process.once(signal, interrupt);
  return {
    hub,
    close: () => {
      for (const signal of stopSignals) process.off(signal, interrupt);
      return close();
    },
  };
}

type Setting = { broker?: TestRabbitmq | undefined; limits: object };

async function withOpenHub<Result>(
  work: (bench: BenchHub) => Promise<Result>,
  { broker, limits }: Setting,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'order-hub-bench-'));
  const { hub, close } = await openHub(folder, { amqpUrl: broker?.url, limits });
  try {
    const { website, till, ...ids } = await openShop(hub);
    const body = JSON.stringify(orderBody);
    return await work({
      hub,
      broker,
      ...ids,
      client_id: website.client_id,
      port: hub.gateway_port,
      createOrder: { method: 'POST', path: '/v1/location/orders', headers: website.headers, body },
      website: website.api,
      subscribe: (url) => till.api.saveCallback({ body: { url, events } }),
    });
  } finally {
    await close();
  }
}

/** Starts a hub without rate limits, runs `work` with it, and removes it. */
export const withHub = <Result>(work: (bench: BenchHub) => Promise<Result>, broker?: TestRabbitmq): Promise<Result> =>
  withOpenHub(work, { broker, limits: unlimited });

/** The same with the default limits. */
export const withLimitedHub = <Result>(work: (bench: BenchHub) => Promise<Result>): Promise<Result> =>
  withOpenHub(work, { limits: {} });
