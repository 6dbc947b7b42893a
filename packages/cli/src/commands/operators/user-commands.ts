import type { Operator } from '@order-hub/operator/client';
import { createPasswordLink } from '@order-hub/operator/password-link';
import { resetSecondFactors } from '@order-hub/operator/second-factors';
import { createUser, deleteUser, listUsers, retrieveManagedUser, updateUser } from '@order-hub/shared/management/users';
import { languages } from '@order-hub/shared/languages';
import { CommandError } from '../../command-error.ts';
import { assertYes, yesOption } from '../../confirm.ts';
import { command, group } from '../../declarations/command.ts';
import { flag, optional, repeatable, required } from '../../declarations/options.ts';
import { firstLine } from '../../first-lines.ts';
import { userIdOf } from '../../operator/user-id-of.ts';
import type { Terminal } from '../../terminal.ts';

/** From stdin, or typed where somebody can type it; never from an argument. Throws CommandError if there is none. */
async function readPassword(fromStdin: boolean, { stdin, askHidden }: Terminal): Promise<string> {
  const chosen = fromStdin ? await firstLine(stdin) : await askHidden?.('Password: ');
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
      password_stdin: flag('read the password, at least 8 characters, from stdin; without it, you are asked for it'),
      first_name: optional('name', 'first name'),
      last_name: optional('name', 'last name'),
    },
    run: async ({ operator, terminal }, { email, first_name, last_name, password_stdin }) => {
      const password = await readPassword(password_stdin, terminal);
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
  command('update', {
    description: 'change the name, timezone or languages of a user; what is left out stays',
    needs: 'operator',
    args: user,
    options: {
      first_name: optional('name', 'first name'),
      last_name: optional('name', 'last name'),
      timezone: optional('name', 'IANA name, such as Europe/Paris'),
      locale: repeatable('tag', 'language tag, such as fr-FR, in place of all that the user has'),
      language: optional('language', 'language of the pages', { choices: languages }),
    },
    run: async ({ operator }, { user, locale, language, ...given }) =>
      operator.ask(updateUser, {
        params: { user_id: await userIdOf(operator, user) },
        input: {
          ...given,
          locales: locale.length > 0 ? locale : undefined,
          language: languages.find((known) => known === language),
        },
      }),
    prints: 'record',
  }),
  command('delete', {
    description: 'delete a user who owns no accounts and clients, and is no operator',
    needs: 'operator',
    args: user,
    options: { yes: yesOption },
    async run({ operator, terminal }, { user, ...given }) {
      const params = { user_id: await userIdOf(operator, user) };
      const { id, email } = await operator.ask(retrieveManagedUser, { params });
      await assertYes(`Delete the user ${email ?? id}?`, terminal, given);
      await operator.ask(deleteUser, { params });
      return { deleted: id };
    },
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
