/** `hub app`: the directory of apps. */
import type { Operator } from '@order-hub/operator/client';
import {
  approveListing,
  listListings,
  removeListing,
  retrieveListing,
  saveListing,
} from '@order-hub/shared/management/apps';
import { CommandError } from '../../command-error.ts';
import { command, group } from '../../declarations/command.ts';
import { optional, required } from '../../declarations/options.ts';
import { givenIn } from '../../operator/given-in.ts';

const args = { id: 'id of the client' };

/** Throws CommandError if its owner has not described it. */
async function findDescribed(operator: Operator, client_id: string) {
  const { listing } = await operator.ask(retrieveListing, { params: { client_id } });
  if (listing === null) throw new CommandError('The owner of this client has not described it for the directory.');
  return listing;
}

export const appCommands = group(
  'app',
  'apps in the directory, which merchants see',
  [
    command('list', {
      description: 'list the apps whose owners have described them for the directory',
      needs: 'operator',
      options: {
        state: optional('state', 'only those that wait for you, or that are listed', {
          choices: ['requested', 'listed'],
        }),
      },
      run: ({ operator }, { state }) =>
        operator.listAll(listListings, {
          params: {},
          input: { state: (state ?? 'all') as 'requested' | 'listed' | 'all' },
        }),
      prints: {
        columns: [
          'client_id',
          'name',
          'owner_name',
          'is_verified',
          'requested_at',
          'listed_at',
          'start_url',
          'description',
        ],
      },
    }),
    command('show', {
      description: 'show what the owner of an app says of it, and whether it is listed',
      needs: 'operator',
      args,
      run: ({ operator }, { id }) => findDescribed(operator, id),
      prints: 'record',
    }),
    command('update', {
      description:
        'correct the description of an app; what is left out stays, and it is listed again once it is approved',
      needs: 'operator',
      args,
      options: {
        description: optional('text', 'what it does for merchants'),
        scope: optional('scope', 'what it asks for, such as location[orders.read]'),
        website: optional('url', 'address of its website'),
        start_url: optional('url', 'where merchants start to connect it'),
      },
      async run({ operator }, { id: client_id, ...given }) {
        const { description, scope, website, start_url } = await findDescribed(operator, client_id);
        const input = { description, scope, website, start_url, ...givenIn(given) };
        return operator.ask(saveListing, { params: { client_id }, input });
      },
      prints: 'record',
    }),
    command('approve', {
      description: 'put an app into the directory, once you have looked at its description, logo and addresses',
      needs: 'operator',
      args,
      options: {
        requested_at: required(
          'time',
          'the `requested_at` that `hub app list` shows: what changes later is not approved',
        ),
      },
      run: ({ operator }, { id: client_id, requested_at }) =>
        operator.ask(approveListing, { params: { client_id }, input: { requested_at } }),
      prints: 'record',
    }),
    command('remove', {
      description: 'take an app out of the directory, or refuse it',
      needs: 'operator',
      args,
      run: ({ operator }, { id: client_id }) => operator.ask(removeListing, { params: { client_id } }),
      prints: 'record',
      alias: 'delete',
    }),
  ],
  {
    create: 'The owner of a client describes it on its page.',
  },
);
