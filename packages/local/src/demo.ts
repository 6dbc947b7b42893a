/** The demo: a user, an account with two locations, and a website and a till connected to the first location. */
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operatorClient, OperatorError, type Operator } from '@order-hub/operator/client';
import { createClient, createConnection, createTenant, everyRight } from '@order-hub/operator/tenant';
import type { Hub } from './hub.ts';
import { writePrivately } from './secrets.ts';

/** The content of `.hub/demo.json`, shown at every start. */
export type Demo = {
  /** The database in which the demo was created. */
  database: string;
  user: { id: string; email: string; password: string };
  account_id: string;
  location_ids: string[];
  website: { client_id: string; client_secret: string; access_token: string };
  till: { client_id: string; client_secret: string; access_token: string };
};

const shop = (name: string, address: string) => ({
  ...{ name, address, postal_code: '75001', city: 'Paris', country: 'FR', timezone: 'Europe/Paris' },
});

async function createDemoTenant(operator: Operator) {
  const password = randomBytes(9).toString('base64url');
  const named = async (email: string) => {
    const user = { email, password, first_name: 'Demo', last_name: 'Owner', timezone: 'Europe/Paris' };
    const account = { name: 'Demo pizzeria', currency: 'EUR' };
    const locations = [
      shop('Demo pizzeria Louvre', '1 rue de Rivoli'),
      shop('Demo pizzeria Halles', '2 rue Berger'),
    ] as const;
    return { email, password, ...(await createTenant(operator, { user, account, locations })) };
  };
  try {
    return await named('demo@example.com');
  } catch (error) {
    // The first start created the user and was killed before demo.json was written.
    if (!(error instanceof OperatorError) || error.status !== 422) throw error;
    return named(`demo-${randomBytes(4).toString('hex')}@example.com`);
  }
}

async function makeDemo(operator: Operator, database: string): Promise<Demo> {
  const { user_id, email, password, account_id, location_ids } = await createDemoTenant(operator);
  const connect = async (name: string) => {
    const client = await createClient(operator, { user_id, name });
    const place = { location_id: location_ids[0] };
    const connection = { client_id: client.client_id, scope: everyRight(place), ...place };
    return { ...client, access_token: (await createConnection(operator, connection)).access_token };
  };
  const user = { id: user_id, email, password };
  const website = await connect('Demo website');
  return { database, user, account_id, location_ids: [...location_ids], website, till: await connect('Demo till') };
}

/** Subscribes the till to orders with a passive callback (docs/api/events.md#passive-callbacks). */
async function subscribeTill({ gateway_port }: Hub, { till }: Demo): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${gateway_port}/v1/callback`, {
    method: 'POST',
    headers: { 'x-access-token': till.access_token, 'content-type': 'application/json' },
    body: JSON.stringify({ url: null, events: { order: ['create', 'update'], delivery: ['create', 'update'] } }),
  });
  if (!response.ok) throw new Error(`The demo till could not subscribe: ${response.status} ${await response.text()}`);
}

/** Identifies the database without its password. */
function nameOf(databaseUrl: string, isEmbedded: boolean): string {
  const { host, pathname } = new URL(databaseUrl);
  return isEmbedded ? 'embedded' : `${host}${pathname}`;
}

/** Returns the demo of this data folder and database. Creates it at the first start. */
export async function keepDemo(hub: Hub): Promise<Demo> {
  const path = join(hub.data_folder, 'demo.json');
  const database = nameOf(hub.database_url, hub.postgres_pid !== undefined);
  if (existsSync(path)) {
    const kept = JSON.parse(readFileSync(path, 'utf8')) as Demo;
    if (kept.database === database) return kept;
  }
  const demo = await makeDemo(operatorClient(hub.operator), database);
  await subscribeTill(hub, demo);
  writePrivately(path, demo);
  return demo;
}
