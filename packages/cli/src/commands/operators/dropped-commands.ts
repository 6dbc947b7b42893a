/** `hub dropped`: events that were given up, and pushing them again. */
import { replayDropped } from '@order-hub/operator/backlog';
import { listDroppedEvents } from '@order-hub/shared/management/backlog';
import { CommandError } from '../../command-error.ts';
import { command, group } from '../../declarations/command.ts';
import { flag, optional } from '../../declarations/options.ts';
import { pageOptions } from './page-options.ts';

const filters = {
  account: optional('id', 'of connections to this account or its locations'),
  client: optional('id', 'of connections of this client'),
  connection: optional('id', 'of this connection'),
  reason: optional('text', 'whose last attempt failed with exactly this reason, such as "status 500"'),
  since: optional('time', 'dropped at this time or later, such as 2026-07-01T18:30:00Z'),
  until: optional('time', 'dropped before this time'),
};

export const droppedCommands = group(
  'dropped',
  'events that were given up after the last attempt',
  [
    command('list', {
      description: 'list dropped events, the newest first, without their states; each is kept for DROPPED_EVENT_DAYS',
      needs: 'operator',
      options: { ...filters, ...pageOptions },
      run: ({ operator }, given) => operator.ask(listDroppedEvents, { params: {}, input: given }),
      prints: { columns: ['id', 'dropped_at', 'resource_type', 'event_type', 'client_name', 'account_name', 'reason'] },
    }),
    command('replay', {
      description: 'push dropped events again, in the order in which they happened; repeating it does nothing',
      needs: 'operator',
      options: { id: optional('id', 'the event with this id'), all: flag('all dropped events'), ...filters },
      run: ({ operator }, { all, ...given }) => {
        if (!all && Object.values(given).every((value) => value === undefined))
          throw new CommandError('Say which events: use --id, another filter such as --client, or --all.');
        return replayDropped(operator, given);
      },
      prints: 'record',
    }),
  ],
  {
    create: 'The hub drops an event after its last attempt.',
    show: '`dropped list --id` shows one, without its states, which are the data of merchants.',
    update: 'An event says what happened.',
    delete: 'It is deleted by itself, after `DROPPED_EVENT_DAYS`.',
  },
);
