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
      else reject(new Error(`PostgreSQL could not create its data folder: ${output.join('').trim()}`));
    });
  });
}

/** Creates the folder under another name and renames it when it is complete, so that a half-made folder is never used. */
async function createFolder(folder: string, programs: PostgresPrograms, password: string): Promise<void> {
  const draft = `${folder}.new`;
  const passwordFile = `${folder}.password`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  giveToAccount(draft);
  writeFileSync(passwordFile, password, { mode: 0o600 });
  const { uid, gid } = statSync(draft);
  chownSync(passwordFile, uid, gid);
  const access = ['--auth=scram-sha-256', `--username=${superuser}`, `--pwfile=${passwordFile}`];
  try {
    await runToEnd(commandFor(programs.initdb, [`--pgdata=${draft}`, ...access, ...textRules], draft));
  } finally {
    rmSync(passwordFile, { force: true });
  }
  renameSync(draft, folder);
}

/**
 * Creates PostgreSQL's data folder (a "cluster"), unless there is one already. Throws ConfigError if another major version of
 * PostgreSQL created it.
 */
export async function prepareCluster(folder: string, programs: PostgresPrograms, password: string): Promise<void> {
  const version = join(folder, 'PG_VERSION');
  if (!existsSync(version)) {
    rmSync(folder, { recursive: true, force: true });
    await createFolder(folder, programs, password);
    return;
  }
  const major = readFileSync(version, 'utf8').trim();
  if (major !== programs.major) {
    throw new ConfigError(
      `PostgreSQL ${major} created ${folder}, but this release comes with PostgreSQL ${programs.major}. Set HUB_DATA_DIR to a new folder, or run the earlier release.`,
    );
  }
}
