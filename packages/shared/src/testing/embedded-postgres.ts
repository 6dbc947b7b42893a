import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { postgresBinaries, serverUser, type PostgresBinaries, type ServerUser } from '../postgres-binaries.ts';
import { freePort } from './free-port.ts';
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
  // Two runs side by side can pick the same port: the loser tries again.
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startOnce();
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

async function startOnce(): Promise<TestPostgres> {
  const user = await serverUser();
  const folder = await mkdtemp(join(tmpdir(), 'order-hub-test-'));
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid);
  try {
    const programs = await postgresBinaries(user, join(folder, 'native'));
    const password = await createCluster(programs, user, folder);
    const port = await freePort();
    const server = await startServer(programs, user, ['-D', join(folder, 'cluster'), '-p', String(port)]);
    const stopWatching = endWithThisProcess(server.pid, folder);
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      stop: async () => {
        server.ref();
        server.kill('SIGINT');
        if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
        await rm(folder, { recursive: true, force: true });
        stopWatching();
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function createCluster({ initdb }: PostgresBinaries, user: ServerUser, folder: string): Promise<string> {
  const password = randomBytes(12).toString('hex');
  const passwordFile = join(folder, 'password');
  await writeFile(passwordFile, password);
  const flags = ['-D', join(folder, 'cluster'), '--username=postgres', '--auth=password', `--pwfile=${passwordFile}`];
  await promisify(execFile)(initdb, [...flags, ...INITDB_FLAGS], { ...user, cwd: folder });
  return password;
}

/** Resolves when the server takes connections; rejects with its last words when it ends before that. */
async function startServer({ postgres }: PostgresBinaries, user: ServerUser, flags: string[]): Promise<ChildProcess> {
  const server = spawn(postgres, [...flags, ...SERVER_FLAGS], { ...user, stdio: ['ignore', 'ignore', 'pipe'] });
  let words = '';
  await new Promise<void>((resolve, reject) => {
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      words = (words + text).slice(-2_000);
      if (words.includes('ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`The embedded PostgreSQL did not start:\n${words}`)));
  });
  // A run that fails before its teardown must still be able to end.
  server.unref();
  (server.stderr as unknown as { unref(): void }).unref();
  return server;
}

/**
 * A shell in a session of its own waits at the end of a pipe from this process. However this process ends, `kill -9`
 * included, the pipe closes, and the shell stops the server and clears up. Returns how to dismiss it.
 */
function endWithThisProcess(pid: number | undefined, folder: string): () => void {
  if (process.platform === 'win32') return () => {};
  const script = 'read _; kill -INT "$1"; while [ -e "$2/cluster/postmaster.pid" ]; do sleep 0.2; done; rm -rf "$2"';
  const watcher = spawn('sh', ['-c', `{ ${script}; } 2>/dev/null`, 'sh', String(pid), folder], {
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
