import {
  createAccount,
  deleteAccount,
  type FactorRule,
  factorRules,
  listAccounts,
  resumeAccount,
  retrieveAccount,
  suspendAccount,
  updateAccount,
} from '@order-hub/shared/management/accounts';
import { assertYes, yesOption } from '../../confirm.ts';
import { command, group } from '../../declarations/command.ts';
import { optional, required } from '../../declarations/options.ts';
import { userFilter, userIdOf } from '../../operator/user-id-of.ts';

const args = { id: 'id of the account' };

export const accountCommands = group('account', 'businesses, with one currency each', [
  command('create', {
    description: 'create an account',
    needs: 'operator',
    options: {
      user: required('email or id', 'email address or id of the user who owns it'),
      name: required('name', 'name of the business'),
      currency: required('code', 'ISO 4217 code, such as EUR'),
    },
    run: async ({ operator }, { user, name, currency }) =>
      operator.ask(createAccount, { params: {}, input: { user_id: await userIdOf(operator, user), name, currency } }),
    prints: 'record',
  }),
  command('list', {
    description: 'list accounts, oldest first',
    needs: 'operator',
    options: { user: optional('email or id', 'only those of this user') },
    run: async ({ operator }, { user }) =>
      operator.listAll(listAccounts, { params: {}, input: await userFilter(operator, user) }),
    prints: { columns: ['id', 'name', 'currency', 'suspended', 'locations'] },
  }),
  command('show', {
    description: 'show an account, its owner, and how many locations and connections it has',
    needs: 'operator',
    args,
    run: ({ operator }, { id: account_id }) => operator.ask(retrieveAccount, { params: { account_id } }),
    prints: 'record',
  }),
  command('update', {
    description: 'rename an account, or require a second factor of its people; what is left out stays',
    needs: 'operator',
    args,
    options: {
      name: optional('name', 'name of the business'),
      second_factor: optional('rule', 'whether everybody who works there needs a second factor', {
        choices: factorRules,
      }),
    },
    async run({ operator }, { id: account_id, name, second_factor }) {
      const input = { name, second_factor: second_factor as FactorRule | undefined };
      await operator.ask(updateAccount, { params: { account_id }, input });
      return operator.ask(retrieveAccount, { params: { account_id } });
    },
    prints: 'record',
  }),
  command('delete', {
    description: 'delete an account without locations, connections, catalogs and customer lists',
    needs: 'operator',
    args,
    options: { yes: yesOption },
    async run({ operator, terminal }, { id: account_id, ...given }) {
      const params = { account_id };
      const { name, owner_email } = await operator.ask(retrieveAccount, { params });
      await assertYes(`Delete the account ${name} of ${owner_email}?`, terminal, given);
      await operator.ask(deleteAccount, { params });
      return { deleted: account_id };
    },
    prints: 'record',
  }),
  command('suspend', {
    description: 'suspend an account and its connections',
    needs: 'operator',
    args,
    run: ({ operator }, { id: account_id }) => operator.ask(suspendAccount, { params: { account_id } }),
    prints: 'record',
  }),
  command('resume', {
    description: 'resume an account and its connections',
    needs: 'operator',
    args,
    run: ({ operator }, { id: account_id }) => operator.ask(resumeAccount, { params: { account_id } }),
    prints: 'record',
  }),
]);
