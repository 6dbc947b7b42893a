import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import pg from 'pg';

/** The services with a role. roles.sql names the same. */
const services = ['auth', 'orders', 'catalog', 'customers', 'events'] as const;

const rolesFile = createRequire(import.meta.url).resolve('@order-hub/postgres/roles.sql');

/**
 * Gives each service a role and its schema (see roles.sql), with a new password each time that is stored nowhere. Takes the
 * superuser's URL of the hub's database and returns the services' URLs.
 */
export async function createServiceRoles(superuserUrl: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const urls: Record<string, string> = {};
    for (const username of services) {
      const password = randomBytes(32).toString('hex');
      await client.query('select set_config($1, $2, false)', [`hub.${username}_password`, password]);
      urls[username] = Object.assign(new URL(superuserUrl), { username, password }).href;
    }
    await client.query(readFileSync(rolesFile, 'utf8'));
    return urls;
  } finally {
    await client.end();
  }
}
