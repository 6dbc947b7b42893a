/**
 * The demo: a user, an account with two locations, a website and a till connected to the first location, its
 * customers and its menu.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient as createApiClient, type Schemas } from '@order-hub/client';
import { operatorClient, OperatorError, type Operator } from '@order-hub/operator/client';
import { createClient, createConnection, createTenant, everyRight } from '@order-hub/operator/tenant';
import { fillShop } from '@order-hub/simulators/shop';
import type { Hub } from '../hub.ts';
import { writePrivately } from '../data-folder/secrets.ts';

/** The content of `.hub/demo.json`, printed at every start. */
export type Demo = {
  /** The database in which the demo was created. */
  database: string;
  user: { id: string; email: string; password: string };
  account_id: string;
  location_ids: string[];
  website: { client_id: string; client_secret: string; access_token: string };
  till: { client_id: string; client_secret: string; access_token: string };
  customers: { customer_list_id: string; customer_id: string };
  catalog_id: string;
};

/** The part that is created first. The demo of an older release may have no more. */
type DemoTenant = Omit<Demo, 'customers' | 'catalog_id'> & Partial<Demo>;

const shop = (name: string, address: string) => ({
  ...{ name, address, postal_code: '75001', city: 'Paris', country: 'FR', timezone: 'Europe/Paris' },
});

async function createDemoTenant(operator: Operator) {
  const password = randomBytes(9).toString('base64url');
  const createWith = async (email: string) => {
    const user = { email, password, first_name: 'Demo', last_name: 'Owner', timezone: 'Europe/Paris' };
    const account = { name: 'Demo pizzeria', currency: 'EUR' };
    const locations = [
      shop('Demo pizzeria Louvre', '1 rue de Rivoli'),
      shop('Demo pizzeria Halles', '2 rue Berger'),
    ] as const;
    return { email, password, ...(await createTenant(operator, { user, account, locations })) };
  };
  try {
    return await createWith('demo@example.com');
  } catch (error) {
    // The first start was killed after it created the user and before it wrote demo.json.
    if (!(error instanceof OperatorError) || error.status !== 422) throw error;
    return createWith(`demo-${randomBytes(4).toString('hex')}@example.com`);
  }
}

/** Where the users of the demo's clients return to. */
const redirect_uris = ['https://shop.example/back'];

async function createDemo(operator: Operator, database: string): Promise<DemoTenant> {
  const { user_id, email, password, account_id, location_ids } = await createDemoTenant(operator);
  const connect = async (name: string) => {
    const client = await createClient(operator, { user_id, name, redirect_uris });
    const location = { location_id: location_ids[0] };
    const connection = { client_id: client.client_id, scope: everyRight(location), ...location };
    return { ...client, access_token: (await createConnection(operator, connection)).access_token };
  };
  const user = { id: user_id, email, password };
  const website = await connect('Demo website');
  return { database, user, account_id, location_ids: [...location_ids], website, till: await connect('Demo till') };
}

/** Calls the API as one of the demo's applications. */
const apiOf = ({ gateway_port }: Hub, { access_token }: Demo['till']) =>
  createApiClient({ baseUrl: `http://127.0.0.1:${gateway_port}/v1`, token: access_token });

/** Subscribed to with a passive callback (docs/api/events.md#passive-callbacks). */
const events: Schemas['CallbackEvents'] = { order: ['create', 'update'], delivery: ['create', 'update'] };

/** Identifies the database without its password. */
function nameOf(databaseUrl: string, isEmbedded: boolean): string {
  const { host, pathname } = new URL(databaseUrl);
  return isEmbedded ? 'embedded' : `${host}${pathname}`;
}

/** The demo in this file, if it is that of the database. */
function readDemo(path: string, database: string): DemoTenant | undefined {
  if (!existsSync(path)) return undefined;
  const demo = JSON.parse(readFileSync(path, 'utf8')) as DemoTenant;
  return demo.database === database ? demo : undefined;
}

/** Returns the demo of the hub, and creates the parts that do not exist yet. */
export async function keepDemo(hub: Hub): Promise<Demo> {
  const path = join(hub.data_folder, 'demo.json');
  const database = nameOf(hub.database_url, hub.postgres_pid !== undefined);
  const existing = readDemo(path, database);
  if (existing?.customers && existing.catalog_id !== undefined) return existing as Demo;
  const tenant = existing ?? (await createDemo(operatorClient(hub.operator), database));
  await apiOf(hub, tenant.till).saveCallback({ body: { url: null, events } });
  const { catalog_id, ...customers } = await fillShop(apiOf(hub, tenant.website));
  const demo = { ...tenant, customers, catalog_id };
  writePrivately(path, demo);
  return demo;
}
