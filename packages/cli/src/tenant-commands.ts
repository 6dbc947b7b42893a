/** `hub user`, `hub account`, `hub location` and `hub client`. */
import { createAccount, resumeAccount, suspendAccount } from '@order-hub/shared/management/accounts';
import { createClient, unverifyClient, verifyClient } from '@order-hub/shared/management/clients';
import { createLocation, resumeLocation, suspendLocation } from '@order-hub/shared/management/locations';
import { createUser } from '@order-hub/shared/management/users';
import type { Command } from 'commander';
import type { Operator } from '@order-hub/operator/client';
import { createPasswordLink } from '@order-hub/operator/password-link';
import { resetSecondFactors } from '@order-hub/operator/second-factors';
import { CommandError } from './command-error.ts';
import { firstLine } from './first-line.ts';
import type { Run, Terminal } from './terminal.ts';

type Deps = { run: Run; stdin: Terminal['stdin'] };

type UserOptions = { email: string; password?: string; passwordStdin?: boolean; firstName?: string; lastName?: string };
type AccountOptions = { user: string; name: string; currency: string };
type LocationOptions = {
  account: string;
  name: string;
  timezone?: string;
  address?: string;
  postalCode?: string;
  city?: string;
  country?: string;
};
type ClientOptions = { user: string; name: string; redirectUri: string[] };

async function passwordOf({ password, passwordStdin }: UserOptions, stdin: Terminal['stdin']): Promise<string> {
  const chosen = passwordStdin ? await firstLine(stdin) : password;
  if (!chosen)
    throw new CommandError('A user needs a password: use --password, or --password-stdin to read it from stdin.');
  return chosen;
}

/** Does something for a user, by the id or the email address. */
const forUser =
  <Reply>(act: (operator: Operator, user: string) => Promise<Reply | undefined>, { user }: { user: string }) =>
  async (operator: Operator): Promise<Reply> => {
    const reply = await act(operator, user);
    if (reply === undefined) throw new CommandError(`No user has the email address ${user}.`);
    return reply;
  };

function addUserCommands(hub: Command, { run, stdin }: Deps): void {
  const user = hub.command('user').description('people who own accounts and clients');
  user
    .command('create')
    .description('create a user')
    .requiredOption('--email <email>', 'email address, unique')
    .option('--password <password>', 'password, at least 8 characters')
    .option('--password-stdin', 'read the password from stdin, so that no process list shows it')
    .option('--first-name <name>')
    .option('--last-name <name>')
    .action(async (options: UserOptions) => {
      const password = await passwordOf(options, stdin);
      const { email, firstName: first_name, lastName: last_name } = options;
      await run((operator) =>
        operator.ask(createUser, { params: {}, input: { email, password, first_name, last_name } }),
      );
    });
  user
    .command('reset-password')
    .description('create a link for a new password; it works once, for an hour')
    .requiredOption('--user <email or id>', 'email address or id of the user')
    .action((options: { user: string }) => run(forUser(createPasswordLink, options)));
  user
    .command('reset-second-factor')
    .description('remove the second factors and recovery codes of a user who has lost them')
    .requiredOption('--user <email or id>', 'email address or id of the user')
    .action((options: { user: string }) => run(forUser(resetSecondFactors, options)));
}

type Suspension = (operator: Operator, id: string) => Promise<unknown>;

/** Adds `suspend` and `resume`, which accounts and locations share. */
function addSuspension(
  command: Command,
  { what, run, verbs }: { what: string; run: Run; verbs: Record<'suspend' | 'resume', Suspension> },
): void {
  for (const [verb, change] of Object.entries(verbs)) {
    command
      .command(verb)
      .description(`${verb} ${what} and its connections`)
      .requiredOption('--id <id>', `id of ${what}`)
      .action(({ id }: { id: string }) => run((operator) => change(operator, id)));
  }
}

function addAccountCommands(hub: Command, run: Run): void {
  const account = hub.command('account').description('businesses, with one currency each');
  account
    .command('create')
    .description('create an account')
    .requiredOption('--user <id>', 'id of the user who owns it')
    .requiredOption('--name <name>')
    .requiredOption('--currency <code>', 'ISO 4217 code, such as EUR')
    .action(({ user: user_id, name, currency }: AccountOptions) =>
      run((operator) => operator.ask(createAccount, { params: {}, input: { user_id, name, currency } })),
    );
  addSuspension(account, {
    what: 'an account',
    run,
    verbs: {
      suspend: ({ ask }, account_id) => ask(suspendAccount, { params: { account_id } }),
      resume: ({ ask }, account_id) => ask(resumeAccount, { params: { account_id } }),
    },
  });
}

function addLocationCommands(hub: Command, run: Run): void {
  const location = hub.command('location').description('places of an account that take orders');
  location
    .command('create')
    .description('create a location')
    .requiredOption('--account <id>', 'id of the account that it belongs to')
    .requiredOption('--name <name>')
    .option('--timezone <name>', 'IANA name, such as Europe/Paris (default: UTC)')
    .option('--address <text>')
    .option('--postal-code <text>')
    .option('--city <text>')
    .option('--country <text>')
    .action(({ account: account_id, postalCode: postal_code, ...rest }: LocationOptions) =>
      run((operator) => operator.ask(createLocation, { params: {}, input: { account_id, postal_code, ...rest } })),
    );
  addSuspension(location, {
    what: 'a location',
    run,
    verbs: {
      suspend: ({ ask }, location_id) => ask(suspendLocation, { params: { location_id } }),
      resume: ({ ask }, location_id) => ask(resumeLocation, { params: { location_id } }),
    },
  });
}

const clientVerbs = {
  verify: {
    call: verifyClient,
    description: 'mark a client as verified, once you know who registered it and that its name is theirs',
  },
  unverify: { call: unverifyClient, description: 'take the mark of a verified client away' },
};

const collect = (uri: string, uris: string[]) => [...uris, uri];

function addClientCommands(hub: Command, run: Run): void {
  const client = hub.command('client').description('applications that connect to the hub');
  client
    .command('create')
    .description('create a client')
    .requiredOption('--user <id>', 'id of the user who owns it')
    .requiredOption('--name <name>')
    .option(
      '--redirect-uri <uri>',
      'where the authorisation page may return to; may be given several times',
      collect,
      [],
    )
    .action(({ user: user_id, name, redirectUri: redirect_uris }: ClientOptions) =>
      run((operator) => operator.ask(createClient, { params: {}, input: { user_id, name, redirect_uris } })),
    );
  for (const [verb, { call, description }] of Object.entries(clientVerbs)) {
    client
      .command(verb)
      .description(description)
      .requiredOption('--id <id>', 'id of the client')
      .action(({ id }: { id: string }) => run((operator) => operator.ask(call, { params: { client_id: id } })));
  }
}

/** Adds the commands about users, accounts, locations and clients. */
export function addTenantCommands(hub: Command, deps: Deps): void {
  addUserCommands(hub, deps);
  addAccountCommands(hub, deps.run);
  addLocationCommands(hub, deps.run);
  addClientCommands(hub, deps.run);
}
