/** Something to try the hub with: a user, an account with two shops, a website and a till that work for the first shop. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hub } from './hub.ts';
import { create, OperatorError, type Operator } from './operator.client.ts';
import { writePrivately } from './secrets.ts';

/** What is kept in `.hub/demo.json`, and shown at every start. */
export type Demo = {
  /** The database it was made in: another one knows nothing of it. */
  database: string;
  user: { id: string; email: string; password: string };
  account_id: string;
  location_ids: string[];
  website: { client_id: string; client_secret: string; access_token: string };
  till: { client_id: string; client_secret: string; access_token: string };
};

type WithId = { id: string };

const scope = 'location[orders.write,all_catalogs.write,all_customer_lists.write,inventory.write]';

async function createUser(operator: Operator): Promise<Demo['user']> {
  const password = randomBytes(9).toString('base64url');
  const named = async (email: string) => {
    const profile = { email, password, first_name: 'Demo', last_name: 'Owner', timezone: 'Europe/Paris' };
    const { id } = await create<WithId>(operator, 'users', profile);
    return { id, email, password };
  };
  try {
    return await named('demo@example.com');
  } catch (error) {
    // A first start that was killed half way left its user behind.
    if (!(error instanceof OperatorError) || error.status !== 422) throw error;
    return named(`demo-${randomBytes(4).toString('hex')}@example.com`);
  }
}

async function connect(
  operator: Operator,
  user_id: string,
  location_id: string,
  name: string,
): Promise<Demo['website']> {
  const client = await create<{ client_id: string; client_secret: string }>(operator, 'clients', { user_id, name });
  const connection = { client_id: client.client_id, location_id, scope };
  const { access_token } = await create<{ access_token: string }>(operator, 'connections', connection);
  return { ...client, access_token };
}

async function makeDemo(operator: Operator, database: string): Promise<Demo> {
  const user = await createUser(operator);
  const account = await create<WithId>(operator, 'accounts', {
    user_id: user.id,
    name: 'Demo pizzeria',
    currency: 'EUR',
  });
  const shop = (name: string, address: string) => ({
    account_id: account.id,
    ...{ name, address, postal_code: '75001', city: 'Paris', country: 'FR', timezone: 'Europe/Paris' },
  });
  const first = await create<WithId>(operator, 'locations', shop('Demo pizzeria Louvre', '1 rue de Rivoli'));
  const second = await create<WithId>(operator, 'locations', shop('Demo pizzeria Halles', '2 rue Berger'));
  const website = await connect(operator, user.id, first.id, 'Demo website');
  const till = await connect(operator, user.id, first.id, 'Demo till');
  return { database, user, account_id: account.id, location_ids: [first.id, second.id], website, till };
}

/** The till asks to be told of orders, and will fetch what happened itself (contract, "Passive callback"). */
async function subscribeTill({ gateway_port }: Hub, { till }: Demo): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${gateway_port}/v1/callback`, {
    method: 'POST',
    headers: { 'x-access-token': till.access_token, 'content-type': 'application/json' },
    body: JSON.stringify({ url: null, events: { order: ['create', 'update'], delivery: ['create', 'update'] } }),
  });
  if (!response.ok) throw new Error(`The demo till could not subscribe: ${response.status} ${await response.text()}`);
}

/** The database without what opens it. */
function nameOf(databaseUrl: string, isEmbedded: boolean): string {
  const { host, pathname } = new URL(databaseUrl);
  return isEmbedded ? 'embedded' : `${host}${pathname}`;
}

/** The demo of this data folder and database, made at the first start. */
export async function keepDemo(hub: Hub): Promise<Demo> {
  const path = join(hub.data_folder, 'demo.json');
  const database = nameOf(hub.database_url, hub.postgres_pid !== undefined);
  if (existsSync(path)) {
    const kept = JSON.parse(readFileSync(path, 'utf8')) as Demo;
    if (kept.database === database) return kept;
  }
  const demo = await makeDemo(hub.operator, database);
  await subscribeTill(hub, demo);
  writePrivately(path, demo);
  return demo;
}
