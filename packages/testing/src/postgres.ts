import { hasDocker } from './docker.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

/**
 * A running PostgreSQL server for tests. `url` is the superuser's, of the database `postgres`; `log` the file of its log,
 * where that is on this machine.
 */
export type TestPostgres = { url: string; log?: string; stop(): Promise<void> };

const image = 'postgres:18-alpine';
const settings = ['-c', 'fsync=off', '-c', 'max_connections=200'];

/**
 * Finds a PostgreSQL server for a test run: the one that `TEST_DATABASE_URL` names, which `stop` leaves running, else a
 * container where there is a Docker engine, else the embedded server in a temporary folder.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, stop: async () => {} };
  if (await hasDocker()) {
    try {
      return await startContainer();
    } catch (error) {
      // The tests must also run where the engine is not accessible or cannot fetch the image.
      process.stderr.write(`Docker did not start ${image}, using the embedded PostgreSQL: ${String(error)}\n`);
    }
  }
  return startEmbeddedPostgres();
}

async function startContainer(): Promise<TestPostgres> {
  // Imported only here, because it is slow to load and needless without an engine.
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer(image)
    .withEnvironment({ POSTGRES_PASSWORD: 'postgres' })
    .withCommand(['postgres', ...settings])
    .withExposedPorts(5432)
    .withWaitStrategy(Wait.forLogMessage(/database system is ready to accept connections/, 2))
    .start();
  return {
    url: `postgres://postgres:postgres@${container.getHost()}:${container.getMappedPort(5432)}/postgres`,
    stop: async () => {
      await container.stop();
    },
  };
}
