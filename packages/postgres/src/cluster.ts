import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '@order-hub/shared/config';
import { commandFor, giveToAccount, type Command } from './account.ts';
import type { PostgresPrograms } from './programs.ts';

/** The same text rules on every machine, whatever its locale: UTF-8, code point order, case folding of all scripts. */
const textRules = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

export const superuser = 'hub';

function runToEnd({ file, args, ids }: Command): Promise<void> {
  const child = spawn(file, args, { ...ids, stdio: ['ignore', 'ignore', 'pipe'] });
  const output: string[] = [];
  child.stderr.on('data', (chunk) => output.push(String(chunk)));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`PostgreSQL could not make its data folder: ${output.join('').trim()}`));
    });
  });
}

/** Makes the folder beside its place and renames it when it is complete, so that half a folder is never used. */
async function makeFolder(folder: string, programs: PostgresPrograms, password: string): Promise<void> {
  const half = `${folder}.new`;
  const passwordFile = `${folder}.password`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { mode: 0o700 });
  giveToAccount(half);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  const { uid, gid } = statSync(half);
  chownSync(passwordFile, uid, gid);
  const access = ['--auth=scram-sha-256', `--username=${superuser}`, `--pwfile=${passwordFile}`];
  try {
    await runToEnd(commandFor(programs.initdb, [`--pgdata=${half}`, ...access, ...textRules], half));
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(half, folder);
}

/**
 * Makes `folder` a data folder of PostgreSQL (a "cluster"), unless it is one already. Throws ConfigError when another
 * version of PostgreSQL made it.
 */
export async function prepareCluster(folder: string, programs: PostgresPrograms, password: string): Promise<void> {
  const version = join(folder, 'PG_VERSION');
  if (!existsSync(version)) {
    rmSync(folder, { recursive: true, force: true });
    await makeFolder(folder, programs, password);
    return;
  }
  const made = readFileSync(version, 'utf8').trim();
  if (made !== programs.major) {
    throw new ConfigError(
      `${folder} was made by PostgreSQL ${made}, and this release brings PostgreSQL ${programs.major}. Set HUB_DATA_DIR to a new folder, or run the earlier release.`,
    );
  }
}
