import {
  createClient,
  listClients,
  retrieveClient,
  unverifyClient,
  verifyClient,
} from '@order-hub/shared/management/clients';
import { command, group } from '../../declarations/command.ts';
import { optional, repeatable, required } from '../../declarations/options.ts';
import { userFilter, userIdOf } from '../../operator/user-id-of.ts';

const args = { id: 'id of the client' };

export const clientCommands = group('client', 'applications that connect to the hub', [
  command('create', {
    description: 'create a client',
    needs: 'operator',
    options: {
      user: required('email or id', 'email address or id of the user who owns it'),
      name: required('name', 'name of the application'),
      redirect_uri: repeatable('uri', 'where the authorisation page may return to'),
    },
    run: async ({ operator }, { user, name, redirect_uri: redirect_uris }) =>
      operator.ask(createClient, {
        params: {},
        input: { user_id: await userIdOf(operator, user), name, redirect_uris },
      }),
    prints: 'record',
  }),
  command('list', {
    description: 'list clients, newest first',
    needs: 'operator',
    options: { user: optional('email or id', 'only those of this user') },
    run: async ({ operator }, { user }) =>
      operator.listAll(listClients, { params: {}, input: await userFilter(operator, user) }),
    prints: { columns: ['id', 'name', 'user_id', 'created_at', 'verified_at'] },
  }),
  command('show', {
    description: 'show a client, without its secret',
    needs: 'operator',
    args,
    run: ({ operator }, { id: client_id }) => operator.ask(retrieveClient, { params: { client_id } }),
    prints: 'record',
  }),
  command('verify', {
    description: 'mark a client as verified, once you know who registered it and that its name is theirs',
    needs: 'operator',
    args,
    run: ({ operator }, { id: client_id }) => operator.ask(verifyClient, { params: { client_id } }),
    prints: 'record',
  }),
  command('unverify', {
    description: 'take the mark of a verified client away',
    needs: 'operator',
    args,
    run: ({ operator }, { id: client_id }) => operator.ask(unverifyClient, { params: { client_id } }),
    prints: 'record',
  }),
]);
