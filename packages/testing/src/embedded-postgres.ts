import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareCluster } from '@order-hub/postgres/cluster';
import { postgresPrograms } from '@order-hub/postgres/programs';
import { databaseUrl, startPostgresServer } from '@order-hub/postgres/server';
import { freePort } from './free-port.ts';
import type { TestPostgres } from './postgres.ts';

const attemptsMax = 4;

/** Tests lose nothing in a crash, so the server does not wait for the disk. */
const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

async function startIn(temporary: string): Promise<TestPostgres> {
  // The account that PostgreSQL runs as when root starts the tests passes through to the data folder.
  await chmod(temporary, 0o711);
  const programs = await postgresPrograms();
  const folder = join(temporary, 'data');
  const password = randomBytes(12).toString('hex');
  await prepareCluster(folder, programs, password);
  const port = await freePort();
  const log = join(temporary, 'log');
  const start = { programs, folder, port, password, log, settings, removeAfterwards: temporary };
  const server = startPostgresServer(start);
  await server.ready;
  return {
    url: databaseUrl(start, 'postgres'),
    log,
    stop: async () => {
      await server.stop();
      await rm(temporary, { recursive: true, force: true });
    },
  };
}

/**
 * Starts PostgreSQL in a new temporary folder and on a free port. `stop()` removes the folder; so does the end of this
 * process when it is killed.
 */
export async function startEmbeddedPostgres(): Promise<TestPostgres> {
  // Two runs side by side can pick the same port: the one that loses tries again.
  for (let attempt = 1; ; attempt += 1) {
    const temporary = await mkdtemp(join(tmpdir(), 'order-hub-test-'));
    try {
      return await startIn(temporary);
    } catch (error) {
      await rm(temporary, { recursive: true, force: true });
      if (attempt === attemptsMax) throw error;
    }
  }
}
