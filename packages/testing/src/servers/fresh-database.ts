import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { migrate } from '@order-hub/shared/migrate';
import type { Migration } from '@order-hub/shared/migration';
import { statementsVariable } from '../accounts/record-statements.ts';
import { startPostgres } from './postgres.ts';
import type { TestPostgres } from './test-servers.ts';

/** A migrated, empty database for one test file. `drop()` removes it. */
export type FreshDatabase = { url: string; drop(): Promise<void> };

/** Environment variables by which jest's global setup passes the server and the migrated template to the workers. */
const serverVariable = 'HUB_TEST_SERVER_URL';
const templateVariable = 'HUB_TEST_TEMPLATE';

const objectInUse = '55006';
const cloneAttemptsMax = 50;
const clonePauseMs = 100;

let server: TestPostgres | undefined;
let schemaOfTemplate: string | undefined;

/**
 * Returns a package's jest `globalSetup`. It starts PostgreSQL once per run and migrates one template database, which
 * `freshDatabase` clones for every test file. `dropTemplateDatabase` is the matching `globalTeardown`.
 */
export function templateDatabase(schema: string, migrations: readonly Migration[]): () => Promise<void> {
  return async () => {
    schemaOfTemplate = schema;
    server = await startPostgres();
    const template = `test_${schema}_${randomBytes(5).toString('hex')}`;
    process.env[serverVariable] = server.url;
    process.env[templateVariable] = template;
    process.env[statementsVariable] = await mkdtemp(join(tmpdir(), 'order-hub-statements-'));
    await onServer((client) => client.query(`create database ${template}`));
    await migrate({ url: databaseUrl(template), schema, migrations });
  };
}

/** Drops the template and the clones that test files left behind, and stops the server if this run started it. */
export async function dropTemplateDatabase(): Promise<void> {
  if (!server) return;
  if (process.env['TEST_DATABASE_URL']) {
    await onServer(async (client) => {
      const { rows } = await client.query<{ datname: string }>(
        'select datname from pg_database where starts_with(datname, $1)',
        [fromEnvironment(templateVariable)],
      );
      for (const { datname } of rows) await dropDatabase(client, datname);
    });
  }
  await server.stop();
  await rm(fromEnvironment(statementsVariable), { recursive: true, force: true });
  server = undefined;
}

/** The schema of the template; undefined in a run without one. */
export const templateSchema = (): string | undefined => schemaOfTemplate;

/** The columns of each table of a schema of the template. */
export async function columnsByTable(schema: string): Promise<Map<string, string[]>> {
  const client = new pg.Client({ connectionString: databaseUrl(fromEnvironment(templateVariable)) });
  await client.connect();
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
     where table_schema = $1 group by table_name`,
    [schema],
  );
  await client.end();
  return new Map(rows.map(({ table, columns }) => [table, columns]));
}

/** Clones the template, in milliseconds. One per test file: `drop()` closes all connections to it. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const template = fromEnvironment(templateVariable);
  const name = `${template}_${randomBytes(5).toString('hex')}`;
  await onServer((client) => clone(client, template, name));
  return { url: databaseUrl(name), drop: () => onServer((client) => dropDatabase(client, name)) };
}

async function clone(client: pg.Client, template: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(`create database ${name} template ${template} strategy file_copy`);
      return;
    } catch (error) {
      const inUse = error instanceof pg.DatabaseError && error.code === objectInUse;
      if (!inUse || attempt === cloneAttemptsMax) throw error;
      await sleep(clonePauseMs);
    }
  }
}

async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(`drop database if exists ${name} with (force)`);
}

async function onServer<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: fromEnvironment(serverVariable) });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function databaseUrl(name: string): string {
  const url = new URL(fromEnvironment(serverVariable));
  url.pathname = `/${name}`;
  return url.href;
}

function fromEnvironment(name: string): string {
  const value = process.env[name];
  if (!value)
    throw new Error(`${name} is not set: this package's jest.config.js needs a globalSetup from templateDatabase`);
  return value;
}
