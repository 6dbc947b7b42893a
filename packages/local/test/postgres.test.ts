/** The PostgreSQL of a hub on one machine: the roles of its services, and `npm run migrate`. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { listApplied, migrate } from '@order-hub/shared/migrate';
import { freePort } from '@order-hub/testing/free-port';
import pg from 'pg';
import { keepPostgresRunning } from '../src/postgres-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();

const migrations = [
  {
    name: 'things',
    up: `create table things (id bigint generated always as identity);
      create function count_things() returns bigint language sql as 'select count(*) from things';
      insert into things default values;`,
    down: '',
  },
];

let server: Awaited<ReturnType<typeof keepPostgresRunning>>;

async function start(): Promise<void> {
  const port = await freePort();
  server = await keepPostgresRunning({ dataFolder: folder.path, port, password: 'superuser', say: () => undefined });
}

beforeAll(start);

afterAll(async () => {
  await server.stop();
  folder.remove();
});

const urlOf = (service: string) => server.serviceUrls[service] ?? '';

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

describe('the role of a service', () => {
  test('migrates and uses its schema', async () => {
    for (const service of ['orders', 'events']) await migrate({ url: urlOf(service), schema: service, migrations });
    expect(await ask(urlOf('orders'), 'select id from orders.things')).toEqual([{ id: '1' }]);
  });

  test.each([
    ['read the tables of another service', 'select * from events.things'],
    ['call functions of another service', 'select events.count_things()'],
    ['write to tables of another service', 'insert into events.things default values'],
    ['create tables in the schema of another service', 'create table events.mine ()'],
    ['create tables in public', 'create table public.mine ()'],
    ['create temporary tables', 'create temporary table mine ()'],
    ['create a schema', 'create schema mine'],
    ['create a role', 'create role mine'],
    ['create a database', 'create database mine'],
    ['become another role', 'set role events'],
    ['become the superuser', 'set session authorization hub'],
    ['make itself the superuser', 'alter role orders superuser'],
    ['read passwords', 'select * from pg_authid'],
    ['read files', `select pg_read_file('postgresql.conf')`],
    ['run programs', `copy (select 1) to program 'true'`],
  ])('may not %s', async (_what, statement) => {
    await expect(ask(urlOf('orders'), statement)).rejects.toMatchObject({
      message: expect.stringMatching(/permission denied|must be|Only roles with/),
    });
  });

  test('may not connect to another database, nor with the password of another role', async () => {
    const elsewhere = Object.assign(new URL(urlOf('orders')), { pathname: '/postgres' }).href;
    await expect(ask(elsewhere, 'select 1')).rejects.toThrow('permission denied for database');
    const asEvents = Object.assign(new URL(urlOf('orders')), { username: 'events' }).href;
    await expect(ask(asEvents, 'select 1')).rejects.toThrow('password authentication failed');
  });

  test('gets a new password at each start, and then owns what the superuser created in its schema', async () => {
    const before = urlOf('orders');
    await ask(
      server.url,
      `create table orders.older (id serial); create function orders.older() returns int language sql as 'select 1'`,
    );
    await server.stop();
    await start();
    expect(new URL(urlOf('orders')).password).not.toBe(new URL(before).password);
    await ask(urlOf('orders'), 'insert into orders.older default values');
    expect(await ask(urlOf('orders'), 'select orders.older()')).toEqual([{ older: 1 }]);
    await ask(urlOf('orders'), 'drop table orders.older; drop function orders.older()');
    await migrate({ url: urlOf('orders'), schema: 'orders', migrations });
  });
});

describe('npm run migrate', () => {
  const command = fileURLToPath(new URL('../dist/src/migrate.js', import.meta.url));

  const run = (env: NodeJS.ProcessEnv) => spawnSync(process.execPath, [command], { env, encoding: 'utf8' });

  let url: string;
  beforeAll(async () => {
    await ask(server.url, 'create database migrated');
    url = Object.assign(new URL(server.url), { pathname: '/migrated' }).href;
  });

  test('npm run migrate brings every schema up to date, and may be repeated', async () => {
    const env = { DATABASE_URL: url, LOG_LEVEL: 'info' };
    const first = run(env);
    expect([first.status, first.stderr]).toEqual([0, '']);
    for (const schema of ['auth', 'orders', 'catalog', 'customers', 'events']) {
      expect((await listApplied(url, schema)).length).toBeGreaterThan(5);
      expect(first.stdout).toContain(`"schema":"${schema}","msg":"the schema is up to date"`);
    }
    expect(run(env)).toMatchObject({ status: 0, stdout: expect.not.stringContaining('"msg":"migrated"') });
  });

  test('it names the database that is missing', () => {
    const { status, stderr } = run({ AUTH_DATABASE_URL: url });
    expect([status, stderr]).toEqual([1, 'ORDERS_DATABASE_URL is missing, and so is DATABASE_URL\n']);
  });
});
