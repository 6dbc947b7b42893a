import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync, chownSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '@order-hub/shared/config';
import { endProcess } from './end-process.ts';
import { commandFor, giveToAccount, type Command } from './postgres-account.ts';
import type { PostgresPrograms } from './postgres-programs.ts';
import { commandOf, identify } from './process-identity.ts';

/** The same text rules on every machine, whatever its locale: UTF-8, code point order, case folding of all scripts. */
const textRules = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

const patienceMs = 10_000;

export const superuser = 'hub';

function runToEnd({ file, args, ids }: Command): Promise<void> {
  const child = spawn(file, args, { ...ids, stdio: ['ignore', 'ignore', 'pipe'] });
  const output: string[] = [];
  child.stderr.on('data', (chunk) => output.push(String(chunk)));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`PostgreSQL could not make its folder: ${output.join('').trim()}`));
    });
  });
}

/** Makes the folder beside its place and moves it there when it is whole: one that was left half made is never used. */
async function makeFolder(folder: string, programs: PostgresPrograms, password: string): Promise<void> {
  const half = `${folder}.new`;
  const passwordFile = join(half, '..', 'postgres-password');
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

/** Ends a server that a killed runner left on the folder: its port and settings were that run's. */
async function endLeftover(folder: string): Promise<void> {
  const lock = join(folder, 'postmaster.pid');
  if (!existsSync(lock)) return;
  const pid = parseInt(readFileSync(lock, 'utf8'), 10);
  const left = identify(pid);
  if (!left) return;
  if (commandOf(pid)?.includes(folder)) await endProcess(left, 'SIGINT', 'SIGQUIT', patienceMs);
  // The id belongs to something else by now (the machine was restarted), which PostgreSQL cannot tell.
  else rmSync(lock, { force: true });
}

/** Makes `folder` fit to start a server on: new at the first start, cleared of what a killed run left otherwise. */
export async function prepareFolder(folder: string, programs: PostgresPrograms, password: string): Promise<void> {
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
  await endLeftover(folder);
}
