/** `hub user`, `hub account`, `hub location` and `hub client`. */
import { createAccount, resumeAccount, suspendAccount } from '@order-hub/shared/management/accounts';
import { createClient } from '@order-hub/shared/management/clients';
import { createLocation, resumeLocation, suspendLocation } from '@order-hub/shared/management/locations';
import { createUser } from '@order-hub/shared/management/users';
import type { Command } from 'commander';
import type { Operator } from '@order-hub/operator/client';
import { createPasswordLink } from '@order-hub/operator/password-link';
import { CommandError } from './command-error.ts';
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

async function firstLine(stdin: Terminal['stdin']): Promise<string> {
  let text = '';
  for await (const chunk of stdin) text += String(chunk);
  return text.split(/\r?\n/, 1)[0] ?? '';
}

async function passwordOf({ password, passwordStdin }: UserOptions, stdin: Terminal['stdin']): Promise<string> {
  const chosen = passwordStdin ? await firstLine(stdin) : password;
  if (!chosen)
    throw new CommandError('A user needs a password: use --password, or --password-stdin to read it from stdin.');
  return chosen;
}

async function linkFor(operator: Operator, user: string) {
  const link = await createPasswordLink(operator, user);
  if (!link) throw new CommandError(`No user has the email address ${user}.`);
  return link;
}

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
    .action((options: { user: string }) => run((operator) => linkFor(operator, options.user)));
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
}

/** Adds the commands about users, accounts, locations and clients. */
export function addTenantCommands(hub: Command, deps: Deps): void {
  addUserCommands(hub, deps);
  addAccountCommands(hub, deps.run);
  addLocationCommands(hub, deps.run);
  addClientCommands(hub, deps.run);
}
