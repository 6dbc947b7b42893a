import type { Operator } from '@order-hub/operator/client';
import { createPasswordLink } from '@order-hub/operator/password-link';
import { resetSecondFactors } from '@order-hub/operator/second-factors';
import { createUser, listUsers, retrieveManagedUser } from '@order-hub/shared/management/users';
import { CommandError } from '../../command-error.ts';
import { command, group } from '../../declarations/command.ts';
import { flag, optional, required } from '../../declarations/options.ts';
import { firstLine } from '../../first-lines.ts';
import { userIdOf } from '../../operator/user-id-of.ts';
import type { Terminal } from '../../terminal.ts';

type Password = { password: string | undefined; password_stdin: boolean };

const shown =
  'A password in the command line is shown by process lists and kept by the history of the shell: leave it out to be asked for it, or use --password-stdin.';

/** Asks for the password where somebody can type it, and tells a person who has put it into the command line. Throws CommandError if there is none. */
async function passwordOf({ password, password_stdin }: Password, terminal: Terminal): Promise<string> {
  const { stdin, askHidden, isTerminal, printError } = terminal;
  if (password !== undefined && isTerminal) printError(`${shown}\n`);
  const chosen = password_stdin ? await firstLine(stdin) : (password ?? (await askHidden?.('Password: ')));
  if (!chosen) throw new CommandError('A user needs a password: use --password-stdin to read it from stdin.');
  return chosen;
}

/** Does something for a user, by the id or the email address. */
async function forUser<Reply>(
  act: (operator: Operator, user: string) => Promise<Reply | undefined>,
  operator: Operator,
  user: string,
): Promise<Reply> {
  const reply = await act(operator, user);
  if (reply === undefined) throw new CommandError(`No user has the email address ${user}.`);
  return reply;
}

const user = { user: 'email address or id of the user' };

export const userCommands = group('user', 'people who own accounts and clients', [
  command('create', {
    description: 'create a user',
    needs: 'operator',
    options: {
      email: required('email', 'email address, unique'),
      password: optional('password', 'password, at least 8 characters; without it, you are asked for it'),
      password_stdin: flag('read the password from stdin, so that no process list shows it'),
      first_name: optional('name', 'first name'),
      last_name: optional('name', 'last name'),
    },
    run: async ({ operator, terminal }, { email, first_name, last_name, ...given }) => {
      const password = await passwordOf(given, terminal);
      return operator.ask(createUser, { params: {}, input: { email, password, first_name, last_name } });
    },
    prints: 'record',
  }),
  command('list', {
    description: 'list users, oldest first',
    needs: 'operator',
    run: ({ operator }) => operator.listAll(listUsers, { params: {} }),
    prints: { columns: ['id', 'email', 'first_name', 'last_name'] },
  }),
  command('show', {
    description: 'show a user',
    needs: 'operator',
    args: user,
    run: async ({ operator }, { user }) =>
      operator.ask(retrieveManagedUser, { params: { user_id: await userIdOf(operator, user) } }),
    prints: 'record',
  }),
  command('reset-password', {
    description: 'create a link for a new password; it works once, for an hour',
    needs: 'operator',
    args: user,
    run: ({ operator }, { user }) => forUser(createPasswordLink, operator, user),
    prints: 'record',
  }),
  command('reset-second-factor', {
    description: 'remove the second factors and recovery codes of a user who has lost them',
    needs: 'operator',
    args: user,
    run: ({ operator }, { user }) => forUser(resetSecondFactors, operator, user),
    prints: 'record',
  }),
]);
