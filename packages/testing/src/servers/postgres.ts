import { hasDocker } from './docker.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import type { TestPostgres } from './test-servers.ts';

const image = 'postgres:18-alpine';
const settings = ['-c', 'fsync=off', '-c', 'max_connections=400'];

/**
 * Finds a PostgreSQL server for a test run: the one that `TEST_DATABASE_URL` names (`stop` leaves it running; its log may be in
 * the file `TEST_DATABASE_LOG`), else a container if there is a Docker engine, else the embedded server in a temporary folder.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const { TEST_DATABASE_URL: url, TEST_DATABASE_LOG: log } = process.env;
  if (url) return { url, ...(log && { log }), stop: async () => {} };
  if (await hasDocker()) {
    try {
      return await startContainer();
    } catch (error) {
      // The tests must run even if the engine cannot be used or cannot fetch the image.
      process.stderr.write(`Docker did not start ${image}, so the embedded PostgreSQL is used: ${String(error)}\n`);
    }
  }
  return startEmbeddedPostgres();
}

async function startContainer(): Promise<TestPostgres> {
  // Imported only here, because it loads slowly and is not needed without an engine.
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
