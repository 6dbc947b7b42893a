/** `hub app`: the directory of apps. */
import { approveListing, listListings, removeListing } from '@order-hub/shared/management/apps';
import { command, group } from '../../declarations/command.ts';
import { optional, required } from '../../declarations/options.ts';

const args = { id: 'id of the client' };

export const appCommands = group('app', 'apps in the directory, which merchants see', [
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
  }),
]);
