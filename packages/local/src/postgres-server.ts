import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepareCluster } from '@order-hub/postgres/cluster';
import { postgresPrograms } from '@order-hub/postgres/programs';
import { createServiceRoles } from '@order-hub/postgres/roles';
import { databaseUrl, startPostgresServer } from '@order-hub/postgres/server';
import pg from 'pg';
import { endProcess } from './processes/end-process.ts';
import { commandOf, identify } from './processes/process-identity.ts';
import { logFile } from './data-folder/log-file.ts';
import { supervise, type Say, type Supervised } from './processes/supervise.ts';

const database = 'hub';
const createDatabase = 'create database hub';
const patienceMs = 10_000;

type PostgresOptions = { dataFolder: string; port: number; password: string; say: Say };

/** Ends the server that a killed runner left on the folder: its port and settings are that runner's. */
async function endLeftover(folder: string): Promise<void> {
  const lock = join(folder, 'postmaster.pid');
  if (!existsSync(lock)) return;
  const pid = parseInt(readFileSync(lock, 'utf8'), 10);
  const left = identify(pid);
  if (!left) return;
  if (commandOf(pid)?.includes(folder)) await endProcess(left, 'SIGINT', 'SIGQUIT', patienceMs);
  // After a restart of the machine the id may be another process's, which PostgreSQL would take for its own server.
  else rmSync(lock, { force: true });
}

async function makeDatabase(serverUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(createDatabase);
  } finally {
    await client.end();
  }
}

/**
 * Starts PostgreSQL on `<dataFolder>/postgres`, created at the first start, and keeps it running on `port`. Returns the URLs
 * of the hub's database: the superuser's, and one for each service. Throws ConfigError if PostgreSQL cannot run here.
 */
export async function keepPostgresRunning({
  dataFolder,
  port,
  password,
  say,
}: PostgresOptions): Promise<Supervised & { url: string; serviceUrls: Record<string, string> }> {
  const folder = join(dataFolder, 'postgres');
  const programs = await postgresPrograms();
  if (!existsSync(folder)) say('creating the data folder of PostgreSQL');
  await endLeftover(folder);
  await prepareCluster(folder, programs, password);
  say('starting PostgreSQL');
  const start = { programs, folder, port, password, log: logFile(dataFolder, 'postgres') };
  const server = supervise('PostgreSQL', () => startPostgresServer(start), say);
  try {
    await server.started;
    await makeDatabase(databaseUrl(start, 'postgres'));
    const url = databaseUrl(start, database);
    return Object.assign(server, { url, serviceUrls: await createServiceRoles(url) });
  } catch (error) {
    await server.stop();
    throw error;
  }
}
