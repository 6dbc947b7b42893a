import {
  createClient,
  deleteClient,
  endOldSecret,
  listClients,
  retrieveClient,
  rotateClientSecret,
  unverifyClient,
  updateClient,
  updateHandling,
  updateProof,
  verifyClient,
} from '@order-hub/shared/management/clients';
import { assertYes, yesOption } from '../../confirm.ts';
import { command, group } from '../../declarations/command.ts';
import { defaulted, flag, optional, repeatable, required } from '../../declarations/options.ts';
import { userFilter, userIdOf } from '../../operator/user-id-of.ts';
import { secondsOf } from '../../seconds-of.ts';

const args = { id: 'id of the client' };

const onOrOff = { choices: ['on', 'off'] } as const;

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
  command('update', {
    description: 'change a client; what is left out stays',
    needs: 'operator',
    args,
    options: {
      name: optional('name', 'name of the application'),
      redirect_uri: repeatable('uri', 'where the authorisation page may return to, in place of all that it has'),
      proof: optional('on or off', 'whether each code needs a proof of its request', onOrOff),
      strict: optional('on or off', 'whether its requests refuse unknown fields', onOrOff),
    },
    async run({ operator }, { id: client_id, name, redirect_uri, proof, strict }) {
      const params = { client_id };
      const before = await operator.ask(retrieveClient, { params });
      const redirect_uris = redirect_uri.length > 0 ? redirect_uri : before.redirect_uris;
      await operator.ask(updateClient, { params, input: { name: name ?? before.name, redirect_uris } });
      if (proof) await operator.ask(updateProof, { params, input: { needs_proof: proof === 'on' } });
      if (strict) await operator.ask(updateHandling, { params, input: { is_strict: strict === 'on' } });
      return operator.ask(retrieveClient, { params });
    },
    prints: 'record',
  }),
  command('delete', {
    description: 'delete a client without connections, or with --force also one that has some',
    needs: 'operator',
    args,
    options: { force: flag('disconnect its connections first'), yes: yesOption },
    async run({ operator, terminal }, { id: client_id, force, ...given }) {
      const params = { client_id };
      const { name } = await operator.ask(retrieveClient, { params });
      const what = force ? ' and disconnect it everywhere' : '';
      await assertYes(`Delete the client ${name}${what}?`, terminal, given);
      await operator.ask(deleteClient, { params, input: { force } });
      return { deleted: client_id };
    },
    prints: 'record',
  }),
  command('rotate-secret', {
    description: 'give a client a new secret; the old one ends at once, or works and signs for a while',
    needs: 'operator',
    args,
    options: {
      keep_old_for: defaulted('time', 'how long the old secret is kept, at most 7d: 30m, 24h, 7d', '0'),
    },
    run: ({ operator }, { id: client_id, keep_old_for }) =>
      operator.ask(rotateClientSecret, {
        params: { client_id },
        input: { keep_old_seconds: secondsOf('keep-old-for', keep_old_for) },
      }),
    prints: 'record',
  }),
  command('end-old-secret', {
    description: 'end the old secret that a client keeps since its last rotation',
    needs: 'operator',
    args,
    async run({ operator }, { id: client_id }) {
      await operator.ask(endOldSecret, { params: { client_id } });
      return operator.ask(retrieveClient, { params: { client_id } });
    },
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
