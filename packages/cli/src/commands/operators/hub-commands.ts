/** The commands about the hub as a whole. */
import { retrieveBacklog } from '@order-hub/shared/management/backlog';
import { listUsage, retrieveStatus } from '@order-hub/shared/management/operators';
import { command } from '../../declarations/command.ts';
import { defaulted, optional } from '../../declarations/options.ts';

export const hubCommands = [
  command('status', {
    description: 'show the addresses of the hub, and which of its services are ready',
    needs: 'operator',
    run: ({ operator }) => operator.ask(retrieveStatus, { params: {} }),
    prints: 'record',
  }),
  command('usage', {
    description: 'show who used how much of the hub in the last minute and hour; those who cost most come first',
    needs: 'operator',
    options: { count: defaulted('number', 'how many accounts, users and addresses, at most 100', '20') },
    run: async ({ operator }, { count }) => (await operator.ask(listUsage, { params: {}, input: { count } })).items,
    prints: {
      columns: ['kind', 'id', 'name', 'minute.requests', 'minute.cost_ms', 'hour.requests', 'hour.cost_ms'],
    },
  }),
  command('backlog', {
    description: 'show what waits, since when, and why: messages of each service, and events',
    needs: 'operator',
    options: {
      account: optional('id', 'only events of this account'),
      client: optional('id', 'only events for this client'),
      connection: optional('id', 'only events for this connection'),
    },
    run: ({ operator }, filters) => operator.ask(retrieveBacklog, { params: {}, input: filters }),
    prints: 'json',
  }),
];
