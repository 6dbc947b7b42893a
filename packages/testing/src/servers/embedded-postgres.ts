import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareCluster } from '@order-hub/postgres/cluster';
import { postgresPrograms } from '@order-hub/postgres/programs';
import { databaseUrl, startPostgresServer } from '@order-hub/postgres/server';
import { freePort } from './free-port.ts';
import type { TestPostgres } from './test-servers.ts';

const attemptsMax = 4;

/** Test data may be lost in a crash, so the server need not wait for the disk. Packages whose tests run at once share it. */
const fastSettings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=400'];
/** What is committed outlives a crash of the server, though not one of the machine. */
const safeSettings = ['fsync=off'];

/** The signal that makes PostgreSQL shut down: `fast` ends transactions, `immediate` crashes. */
const signals = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

/** A server that can be away for a while. */
export type EmbeddedPostgres = TestPostgres & {
  /** Shuts the server down. Connections are refused until `resume`. */
  shutDown(mode: keyof typeof signals): Promise<void>;
  /** Starts the server again, on the same folder and port. */
  resume(): Promise<void>;
};

async function startIn(temporary: string, settings: readonly string[]): Promise<EmbeddedPostgres> {
  // If root starts the tests, PostgreSQL runs as another account, which must reach the data folder.
  await chmod(temporary, 0o711);
  const programs = await postgresPrograms();
  const folder = join(temporary, 'data');
  const password = randomBytes(12).toString('hex');
  await prepareCluster(folder, programs, password);
  const port = await freePort();
  const log = join(temporary, 'log');
  const start = { programs, folder, port, password, log, settings, removeAfterwards: temporary };
  let server = startPostgresServer(start);
  await server.ready;
  return {
    url: databaseUrl(start, 'postgres'),
    log,
    async shutDown(mode) {
      process.kill(server.pid, signals[mode]);
      await server.ended;
    },
    async resume() {
      server = startPostgresServer(start);
      await server.ready;
    },
    stop: async () => {
      await server.stop();
      await rm(temporary, { recursive: true, force: true });
    },
  };
}

/**
 * Starts PostgreSQL in a new temporary folder on a free port. The folder goes with `stop()`, or when this process is killed.
 * `survives`: whether what is committed outlives an immediate shutdown.
 */
export async function startEmbeddedPostgres({ survives = false } = {}): Promise<EmbeddedPostgres> {
  // Two concurrent runs may pick the same port: the one that loses tries again.
  for (let attempt = 1; ; attempt += 1) {
    const temporary = await mkdtemp(join(tmpdir(), 'order-hub-test-'));
    try {
      return await startIn(temporary, survives ? safeSettings : fastSettings);
    } catch (error) {
      await rm(temporary, { recursive: true, force: true });
      if (attempt === attemptsMax) throw error;
    }
  }
}
