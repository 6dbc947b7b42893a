/** The logins that `hub login` keeps: in `order-hub/config.json`, which only its owner may read. */
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { CommandError } from '../command-error.ts';
import type { Config } from '../config.ts';

const savedLogin = z.object({ hub: z.url(), access_token: z.string(), client_secret: z.string().optional() });
const savedLogins = z.object({ profiles: z.record(z.string(), savedLogin) });

type SavedLogins = z.output<typeof savedLogins>['profiles'];

export const isProfileName = (name: string) => /^[a-z0-9][\w.-]{0,49}$/i.test(name);

const pathOf = ({ XDG_CONFIG_HOME }: Pick<Config, 'XDG_CONFIG_HOME'>) =>
  join(XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'order-hub', 'config.json');

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** The logins by profile; none without the file. Throws CommandError for a file that cannot be read. */
export async function readLogins(config: Config): Promise<SavedLogins> {
  const path = pathOf(config);
  try {
    return savedLogins.parse(JSON.parse(await readFile(path, 'utf8'))).profiles;
  } catch (error) {
    if (isMissing(error)) return {};
    throw new CommandError(`${path} cannot be read, or is not a file of \`hub login\`. Mend or delete it.`);
  }
}

/** Replaces the file as a whole, so that no reader sees half of it and its mode is right from the start. */
export async function writeLogins(config: Config, profiles: SavedLogins): Promise<void> {
  const path = pathOf(config);
  const draft = `${path}.${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await writeFile(draft, `${JSON.stringify({ profiles }, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
