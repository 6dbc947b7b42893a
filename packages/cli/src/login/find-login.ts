import { CommandError } from '../command-error.ts';
import type { Config } from '../config.ts';
import { apiRootOf, type Login } from './login.ts';
import { readLogins } from './saved-logins.ts';

/** A token goes to the hub that it is for, and to no other: it comes together with its address. */
function fromEnvironment({ HUB_URL, HUB_ACCESS_TOKEN, HUB_CLIENT_SECRET }: Config): Login | undefined {
  if (HUB_ACCESS_TOKEN === undefined && HUB_URL === undefined) return undefined;
  if (HUB_ACCESS_TOKEN === undefined || HUB_URL === undefined) {
    throw new CommandError('HUB_URL and HUB_ACCESS_TOKEN belong together: set both, or neither to use a login.');
  }
  return {
    profile: null,
    hub: apiRootOf(HUB_URL),
    access_token: HUB_ACCESS_TOKEN,
    client_secret: HUB_CLIENT_SECRET,
  };
}

/** The login of the profile that was chosen, else that of the environment, else the default one. Throws CommandError if there is none. */
export async function findLogin(config: Config, chosen: string | undefined): Promise<Login> {
  const given = chosen === undefined ? fromEnvironment(config) : undefined;
  if (given !== undefined) return given;
  const profile = chosen ?? config.HUB_PROFILE;
  const saved = (await readLogins(config))[profile];
  if (saved === undefined) {
    const name = profile === 'default' ? '' : ` --profile ${profile}`;
    throw new CommandError(
      `You are not logged in: run \`hub login${name}\`, or set HUB_URL and HUB_ACCESS_TOKEN to those of a connection.`,
    );
  }
  return { profile, ...saved, client_secret: config.HUB_CLIENT_SECRET ?? saved.client_secret };
}
