/** `hub login` and its kin: which hub the commands talk to, and as which connection. */
import { HubError } from '@order-hub/client';
import { CommandError } from '../../command-error.ts';
import { command, group } from '../../declarations/command.ts';
import { defaulted, flag, optional } from '../../declarations/options.ts';
import { firstLines } from '../../first-lines.ts';
import { findPlace, type Place } from '../../login/find-place.ts';
import { apiOf, apiRootOf, isExposed, type Login } from '../../login/login.ts';
import { refusalOf } from '../../login/refusal.ts';
import { isProfileName, readLogins, writeLogins } from '../../login/saved-logins.ts';
import type { Terminal } from '../../terminal.ts';

const profile = optional('name', 'name of the login; without it `default`, or HUB_PROFILE');

/** Secrets are typed unseen, or piped in: arguments are seen by everybody on the machine. */
async function readSecrets({ stdin, askHidden }: Terminal, isWithSecret: boolean): Promise<string[]> {
  const questions = ['Access token: ', ...(isWithSecret ? ['Client secret: '] : [])];
  if (!askHidden) return (await firstLines(stdin, questions.length)).map((line) => line.trim());
  const answers: string[] = [];
  for (const question of questions) answers.push((await askHidden(question)).trim());
  return answers;
}

function hubOf(address: string): string {
  if (!/^https?:\/\//.test(address) || !URL.canParse(address)) {
    throw new CommandError('--hub must be an address such as https://hub.example.com');
  }
  return apiRootOf(address);
}

/** Throws CommandError unless the hub takes the token. */
async function check(login: Login): Promise<Place> {
  try {
    return await findPlace(apiOf(login));
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    const hint =
      error.status === 404 ? '\n--hub must be the address of the hub itself, such as https://hub.example.com' : '';
    throw new CommandError(`Nothing was saved. ${refusalOf(error, login)}${hint}`);
  }
}

const shown = ({ profile, hub }: Pick<Login, 'profile' | 'hub'>, { account, location }: Place) => ({
  profile,
  hub,
  account,
  location,
});

export const loginCommands = [
  command('login', {
    description: 'keep an access token for the other commands, once the hub has accepted it; reads it from stdin',
    needs: 'nothing',
    options: {
      hub: defaulted('address', 'address of the hub', 'http://localhost:8080'),
      profile,
      with_client_secret: flag('also read the client secret, with which `hub listen` signs, from a second line'),
    },
    run: async ({ terminal, config }, { hub: address, profile = config.HUB_PROFILE, with_client_secret }) => {
      const hub = hubOf(address);
      if (!isProfileName(profile)) throw new CommandError('--profile must be a short name, such as till or shop-2');
      if (isExposed(hub))
        terminal.printError('The connection to this hub is not encrypted: others may read the token.\n');
      const [access_token, client_secret] = await readSecrets(terminal, with_client_secret);
      if (!access_token) throw new CommandError('There is no access token on stdin.');
      const login = { profile, hub, access_token, ...(client_secret && { client_secret }) };
      const place = await check(login);
      const { profile: _name, ...saved } = login;
      await writeLogins(config, { ...(await readLogins(config)), [profile]: saved });
      return shown(login, place);
    },
    prints: 'record',
  }),
  command('logout', {
    description: 'forget a login; the token itself works until the connection is disconnected',
    needs: 'nothing',
    options: { profile },
    run: async ({ config }, { profile = config.HUB_PROFILE }) => {
      const { [profile]: forgotten, ...others } = await readLogins(config);
      if (forgotten === undefined) throw new CommandError(`There is no login ${profile}.`);
      await writeLogins(config, others);
      return { profile, hub: forgotten.hub };
    },
    prints: 'record',
  }),
  command('whoami', {
    description: 'show the hub, the account and the location of a login',
    needs: 'login',
    run: async ({ api, login }) => shown(login, await findPlace(api)),
    prints: 'record',
  }),
  group('profile', 'the logins that are kept', [
    command('list', {
      description: 'list the logins, without their tokens',
      needs: 'nothing',
      run: async ({ config }) =>
        Object.entries(await readLogins(config)).map(([profile, { hub, client_secret }]) => ({
          profile,
          hub,
          signs: client_secret !== undefined,
        })),
      prints: { columns: ['profile', 'hub', 'signs'] },
    }),
  ]),
];
