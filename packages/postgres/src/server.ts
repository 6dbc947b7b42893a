import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { commandFor } from './account.ts';
import { superuser } from './cluster.ts';
import { endWithThisProcess } from './end-with-this-process.ts';
import type { PostgresPrograms } from './programs.ts';

const pollMs = 50;
const patienceMs = 10_000;
/** SQLSTATE class 28. */
const invalidAuthorization = '28';

export type PostgresStart = {
  programs: PostgresPrograms;
  /** A data folder that prepareCluster has prepared. */
  folder: string;
  port: number;
  /** The superuser's password. */
  password: string;
  /** The file to which the server appends its log. */
  log: string;
  /** More settings: `['fsync=off']`. */
  settings?: readonly string[];
  /** A folder to remove if this process is killed. */
  removeAfterwards?: string;
};

/**
 * A PostgreSQL server. `ready` rejects if it ends before it is ready. `ended` resolves to how it ended, as the rest of a
 * sentence: `was ended by SIGKILL`.
 */
export type PostgresServer = {
  pid: number;
  ready: Promise<void>;
  ended: Promise<string>;
  stop(): Promise<void>;
};

/** Listens on loopback TCP only. The services' pools need the connections. */
const ownSettings = [
  'unix_socket_directories=',
  'listen_addresses=127.0.0.1',
  'max_connections=200',
  'log_timezone=UTC',
  // Keeps parameters and values of rows out of the log, because some are personal data.
  'log_error_verbosity=terse',
  'log_parameter_max_length=0',
  'log_parameter_max_length_on_error=0',
];

/** The superuser's URL of a database of a server. */
export const databaseUrl = ({ port, password }: Pick<PostgresStart, 'port' | 'password'>, name: string) =>
  `postgres://${superuser}:${password}@127.0.0.1:${port}/${name}`;

/** Tries to connect until the server answers or has ended. Throws if the server refuses the password. */
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
      if (code?.startsWith(invalidAuthorization)) throw error;
      await sleep(pollMs);
    }
  }
}

function spawnServer({ programs, folder, port, log, settings = [] }: PostgresStart) {
  const options = [...ownSettings, ...settings].flatMap((setting) => ['-c', setting]);
  const { file, args, ids } = commandFor(programs.postgres, ['-D', folder, '-p', String(port), ...options], folder);
  const output = openSync(log, 'a');
  // In a session of its own, so that Ctrl-C does not end it before the services have disconnected.
  const child = spawn(file, args, {
    ...ids,
    stdio: ['ignore', output, output],
    detached: true,
    env: { ...process.env, LC_ALL: 'C' },
  });
  closeSync(output);
  // Lets this process end even if it fails without stopping the server.
  child.unref();
  return child;
}

/** Starts PostgreSQL on a data folder. The server also ends when this process is killed. */
export function startPostgresServer(start: PostgresStart): PostgresServer {
  const { folder, log, removeAfterwards } = start;
  const child = spawnServer(start);
  const pid = child.pid ?? 0;
  const endShell = endWithThisProcess({ pid, folder, removeAfterwards });
  let gone = false;
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`could not be started: ${error.message}`));
    child.once('exit', (code, signal) =>
      resolve(signal ? `was ended by ${signal}` : `ended with exit code ${code ?? 0}`),
    );
  }).finally(() => {
    gone = true;
    endShell();
  });
  const ready = untilItAnswers(databaseUrl(start, 'postgres'), () => gone).then(async () => {
    if (gone)
      throw new Error(
        `PostgreSQL ${await ended}; its log ${log} ends with:\n${readFileSync(log, 'utf8').slice(-2_000)}`,
      );
  });
  ready.catch(() => undefined);
  const stop = async () => {
    if (gone) return;
    child.ref();
    child.kill('SIGINT');
    const quitTimer = setTimeout(() => child.kill('SIGQUIT'), patienceMs);
    await ended;
    clearTimeout(quitTimer);
  };
  return { pid, ready, ended, stop };
}
