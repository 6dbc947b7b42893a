/** A whole hub on a folder of its own, with an account, a location and two clients that work for it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startHub, type Hub } from '@order-hub/local/hub';
import type { LoadRequest } from './http-connection.ts';
import { orderBody } from './samples.ts';
import { unlimited } from './settings.ts';

/** `orders`: creation by the website, `location_id` the shop's; `subscribe`: the till asks to be told of orders, at `url` or passively. */
export type BenchHub = {
  hub: Hub;
  port: number;
  account_id: string;
  location_id: string;
  client_id: string;
  createOrder: LoadRequest;
  subscribe(url: string | null): Promise<void>;
};

const scope = 'location[orders.write]';

function operatorOf({ operator: { auth_url, operator_key } }: Hub) {
  return async <Reply>(resource: string, body: object): Promise<Reply> => {
    const headers = { authorization: `Bearer ${operator_key}`, 'content-type': 'application/json' };
    const options = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${auth_url}/operator/${resource}`, options);
    if (!response.ok) throw new Error(`${resource}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Reply;
  };
}

type WithId = { id: string };

async function openShop(hub: Hub) {
  const create = operatorOf(hub);
  const person = { email: 'bench@example.com', password: 'bench-password', first_name: 'B', last_name: 'B' };
  const user = await create<WithId>('users', { ...person, timezone: 'Europe/Paris' });
  const account = await create<WithId>('accounts', { user_id: user.id, name: 'Bench', currency: 'EUR' });
  const address = { address: '2 rue Berger', postal_code: '75001', city: 'Paris', country: 'FR' };
  const place = { account_id: account.id, name: 'Bench', timezone: 'Europe/Paris', ...address };
  const location = await create<WithId>('locations', place);
  const connect = async (name: string) => {
    const { client_id } = await create<{ client_id: string }>('clients', { user_id: user.id, name });
    const wanted = { client_id, location_id: location.id, scope };
    const { access_token } = await create<{ access_token: string }>('connections', wanted);
    return { client_id, headers: { 'x-access-token': access_token, 'content-type': 'application/json' } };
  };
  const ids = { account_id: account.id, location_id: location.id };
  return { ...ids, website: await connect('Website'), till: await connect('Till') };
}

async function subscribe(hub: Hub, headers: Record<string, string>, url: string | null): Promise<void> {
  const body = JSON.stringify({ url, events: { order: ['create', 'update'] } });
  const response = await fetch(`http://127.0.0.1:${hub.gateway_port}/v1/callback`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`callback: ${response.status} ${await response.text()}`);
}

const endings = ['SIGINT', 'SIGTERM'] as const;

/** A hub on `folder`; who breaks the measurement off leaves nothing behind either. */
async function openHub(folder: string) {
  const env = { ...unlimited, HOST: '127.0.0.1', PORT: '0', HUB_DATA_DIR: folder, LOG_LEVEL: undefined };
  const hub = await startHub({ env, say: (sentence) => process.stderr.write(`  ${sentence}\n`) });
  const close = async () => {
    await hub.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const breakOff = () => void close().finally(() => process.exit(1));
  for (const ending of endings) process.once(ending, breakOff);
  return {
    hub,
    close: () => {
      for (const ending of endings) process.off(ending, breakOff);
      return close();
    },
  };
}

/** Starts it, does `work`, and leaves nothing behind. */
export async function withHub<Result>(work: (bench: BenchHub) => Promise<Result>): Promise<Result> {
  const { hub, close } = await openHub(await mkdtemp(join(tmpdir(), 'order-hub-bench-')));
  try {
    const { website, till, ...ids } = await openShop(hub);
    const body = JSON.stringify(orderBody);
    return await work({
      hub,
      ...ids,
      client_id: website.client_id,
      port: hub.gateway_port,
      createOrder: { method: 'POST', path: '/v1/location/orders', headers: website.headers, body },
      subscribe: (url) => subscribe(hub, till.headers, url),
    });
  } finally {
    await close();
  }
}
