import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { endWithRunner } from './end-with-runner.ts';
import { signal } from './end-process.ts';
import { commandFor } from './postgres-account.ts';
import { prepareFolder, superuser } from './postgres-folder.ts';
import { postgresPrograms } from './postgres-programs.ts';
import { logFile } from './service-output.ts';
import { supervise, type Say, type StartedProcess, type Supervised } from './supervise.ts';

const database = 'hub';
const createDatabase = 'create database hub';
const pollMs = 50;
const patienceMs = 10_000;
/** SQLSTATE class 28: invalid authorization. */
const refused = '28';

type PostgresOptions = { dataFolder: string; port: number; password: string; say: Say };

/** Durability is PostgreSQL's own (fsync on). TCP only, on loopback; six services with their pools need the connections. */
const settings = (port: number) => [
  ...['-p', String(port), '-k', '', '-c', 'listen_addresses=127.0.0.1'],
  ...['-c', 'max_connections=200', '-c', 'log_timezone=UTC'],
];

/** Tries to connect until the server lets us in or is gone. Throws when it runs and refuses the password. */
async function untilItAnswers(url: string, isGone: () => boolean): Promise<void> {
  while (!isGone()) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      const { code } = error as { code?: string };
      if (code?.startsWith(refused)) throw error;
      await sleep(pollMs);
    }
  }
}

type ServerStart = { program: string; folder: string; log: string; port: number; adminUrl: string };

function startServer({ program, folder, log, port, adminUrl }: ServerStart): StartedProcess {
  const { file, args, ids } = commandFor(program, ['-D', folder, ...settings(port)], folder);
  const output = openSync(log, 'a');
  // A session of its own: Ctrl-C must not end it before the services have let go of it.
  const child = spawn(file, args, {
    ...ids,
    stdio: ['ignore', output, output],
    detached: true,
    env: { ...process.env, LC_ALL: 'C' },
  });
  closeSync(output);
  const dismissWatcher = endWithRunner(child.pid ?? 0, folder);
  let gone = false;
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`could not be started: ${error.message}`));
    child.once('exit', (code, killed) =>
      resolve(killed ? `was ended by ${killed}` : `ended with exit code ${code ?? 0}`),
    );
  }).finally(() => {
    gone = true;
    dismissWatcher();
  });
  const ready = untilItAnswers(adminUrl, () => gone).then(async () => {
    if (gone) throw new Error(`PostgreSQL ${await ended}; its log is ${log}`);
  });
  ready.catch(() => undefined);
  const stop = async () => {
    if (gone) return;
    signal(child.pid ?? 0, 'SIGINT');
    const insist = setTimeout(() => child.kill('SIGQUIT'), patienceMs);
    await ended;
    clearTimeout(insist);
  };
  return { pid: child.pid ?? 0, ready, ended, stop };
}

async function makeDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(createDatabase);
  } finally {
    await client.end();
  }
}

/**
 * Starts PostgreSQL on `<dataFolder>/postgres`, which it makes at the first start, and keeps it running on `port`.
 * Gives the URL of the hub's database. Throws ConfigError when it cannot run here.
 */
export async function startEmbeddedPostgres({
  dataFolder,
  port,
  password,
  say,
}: PostgresOptions): Promise<Supervised & { url: string }> {
  const folder = join(dataFolder, 'postgres');
  const programs = await postgresPrograms();
  if (!existsSync(folder)) say('PostgreSQL: making its folder');
  await prepareFolder(folder, programs, password);
  say('PostgreSQL: starting');
  const log = logFile(dataFolder, 'postgres');
  const urlOf = (name: string) => `postgres://${superuser}:${password}@127.0.0.1:${port}/${name}`;
  const adminUrl = urlOf('postgres');
  const start = () => startServer({ program: programs.postgres, folder, log, port, adminUrl });
  const server = supervise('PostgreSQL', start, say);
  try {
    await server.started;
    await makeDatabase(adminUrl);
  } catch (error) {
    await server.stop();
    throw error;
  }
  return Object.assign(server, { url: urlOf(database) });
}
