import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareCluster } from '@order-hub/postgres/cluster';
import { postgresPrograms } from '@order-hub/postgres/programs';
import { databaseUrl, startPostgresServer } from '@order-hub/postgres/server';
import { freePort } from '@order-hub/testing/free-port';

/** Servers of the embedded PostgreSQL with one password, whose data folders are beside each other. */
export async function startClusters() {
  const programs = await postgresPrograms();
  const password = randomBytes(12).toString('hex');
  const home = mkdtempSync(join(tmpdir(), 'order-hub-clusters-'));
  // If root starts the tests, PostgreSQL runs as another account, which must reach its folder.
  chmodSync(home, 0o711);

  async function start(folder: string) {
    // A backup needs the WAL since its start, and no crash of this machine is tried.
    const settings = ['wal_keep_size=1GB', 'fsync=off'];
    const given = { programs, folder, port: await freePort(), password, log: join(home, 'log'), settings };
    const server = startPostgresServer(given);
    await server.ready;
    return {
      folder,
      url: databaseUrl(given, 'postgres'),
      stop: server.stop,
      /** Ends it as a crash does. */
      async crash() {
        process.kill(server.pid, 'SIGQUIT');
        await server.ended;
      },
    };
  }

  return {
    folder: (name: string) => join(home, name),
    /** Creates a cluster, and starts it. */
    async create(name: string) {
      await prepareCluster(join(home, name), programs, password);
      return start(join(home, name));
    },
    start,
    /** Deletes all folders. */
    remove: async () => rmSync(home, { recursive: true, force: true }),
  };
}
