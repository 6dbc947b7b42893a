import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ConfigError } from '@order-hub/shared/config';
import { installedBinaries } from '@order-hub/shared/postgres-binaries';

/** Where the programs of the embedded PostgreSQL are, and its major version. */
export type PostgresPrograms = { initdb: string; postgres: string; major: string };

/** Finds the programs that npm installed. Throws ConfigError when there are none that run on this machine. */
export async function postgresPrograms(): Promise<PostgresPrograms> {
  try {
    const { initdb, postgres } = installedBinaries();
    const { stdout } = await promisify(execFile)(postgres, ['--version']);
    return { initdb, postgres, major: /\d+/.exec(stdout)?.[0] ?? 'of an unknown version' };
  } catch (error) {
    throw new ConfigError(
      `There is no embedded PostgreSQL that runs on this machine (${(error as Error).message}). Set DATABASE_URL to a PostgreSQL server of your own.`,
    );
  }
}
