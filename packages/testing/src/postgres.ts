import { access, constants } from 'node:fs/promises';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

/** A running PostgreSQL server for tests: its superuser's URL, on the database `postgres`, and how to end it. */
export type TestPostgres = { url: string; stop(): Promise<void> };

const IMAGE = 'postgres:18-alpine';
const SETTINGS = ['-c', 'fsync=off', '-c', 'max_connections=200'];

/**
 * Finds a PostgreSQL server for a test run: the one that `TEST_DATABASE_URL` names (never stopped from here), else a
 * container where there is a Docker engine, else an embedded server in a temporary folder, which needs nothing but npm.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const given = process.env['TEST_DATABASE_URL'];
  if (given) return { url: given, stop: async () => {} };
  if (await hasDocker()) {
    try {
      return await startContainer();
    } catch (error) {
      // An engine that may not be used, or that cannot fetch the image, must not keep anyone from running the tests.
      process.stderr.write(`Docker did not start ${IMAGE}, using the embedded PostgreSQL: ${String(error)}\n`);
    }
  }
  return startEmbeddedPostgres();
}

async function hasDocker(): Promise<boolean> {
  if (process.env['DOCKER_HOST']) return true;
  return access('/var/run/docker.sock', constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  );
}

async function startContainer(): Promise<TestPostgres> {
  // Loaded only here: it is slow to load, and without an engine nobody needs it.
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer(IMAGE)
    .withEnvironment({ POSTGRES_PASSWORD: 'postgres' })
    .withCommand(['postgres', ...SETTINGS])
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
