/**
 * PostgreSQL refuses to run as root. If root starts it, it runs as the owner of its data folder: the account `postgres` if
 * there is one, else `nobody`. So the machine needs no new account.
 */
import { execFileSync } from 'node:child_process';
import { accessSync, chownSync, constants, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { ConfigError } from '@order-hub/shared/config';

/** How `spawn` runs one of PostgreSQL's programs. */
export type Command = { file: string; args: string[]; ids: { uid?: number; gid?: number } };

type Account = { uid: number; gid: number };

const isRoot = () => process.getuid?.() === 0;

function idsOf(account: string): Account | undefined {
  const ask = (flag: string) =>
    parseInt(execFileSync('id', [flag, account], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }), 10);
  try {
    return { uid: ask('-u'), gid: ask('-g') };
  } catch {
    return undefined;
  }
}

function accountFor(folder: string): Account {
  const owner = statSync(folder);
  if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = idsOf('postgres') ?? idsOf('nobody');
  if (account) return account;
  throw new ConfigError(
    'PostgreSQL does not run as root, and there is no account `postgres` or `nobody`. Start the hub as an ordinary user.',
  );
}

/** Whether every account may pass through all folders above `path`. */
function isOpenToAll(path: string): boolean {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

function findProgram(name: string): string | undefined {
  const paths = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name));
  return paths.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Below a folder that is closed to others (/root, or a folder made by mktemp) the account can reach neither the programs nor
 * the data. `setpriv` gives the process the capability to pass through closed folders; access(2) honours the capability only
 * with the secure bit.
 */
function throughClosedFolders({ uid, gid }: Account, program: string, args: string[]): Command {
  const setpriv = findProgram('setpriv');
  if (!setpriv) {
    throw new ConfigError(
      `PostgreSQL does not run as root, and another account cannot reach ${program}. Start the hub as an ordinary user, or from a folder that is open to all.`,
    );
  }
  const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override', '--securebits=+no_setuid_fixup'];
  const options = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...capability];
  return { file: setpriv, args: [...options, program, ...args], ids: {} };
}

/** Gives the folder to the account that PostgreSQL runs as. */
export function giveToAccount(folder: string): void {
  if (!isRoot()) return;
  const { uid, gid } = accountFor(folder);
  chownSync(folder, uid, gid);
}

/** The command that runs `program` on the data in `folder`. Throws ConfigError if no account can run it. */
export function commandFor(program: string, args: string[], folder: string): Command {
  if (!isRoot()) return { file: program, args, ids: {} };
  const account = accountFor(folder);
  const isReachable = isOpenToAll(program) && isOpenToAll(folder);
  return isReachable ? { file: program, args, ids: account } : throughClosedFolders(account, program, args);
}
