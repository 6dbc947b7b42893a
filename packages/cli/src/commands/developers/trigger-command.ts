/** `hub trigger`: makes an event, so that a developer sees it arrive. */
import { HubError, type Client } from '@order-hub/client';
import { CommandError } from '../../command-error.ts';
import { command } from '../../declarations/command.ts';
import { flag, optional } from '../../declarations/options.ts';
import { kindsOf, subscriptionsOf } from '../../listen/event-kinds.ts';
import { findPlace } from '../../login/find-place.ts';

/** docs/api/events.md#test-events */
async function sendTestEvents(api: Client, kinds: readonly string[]) {
  const { events } = await api.sendTestEvents({ body: { events: subscriptionsOf(kinds) } }).catch((error: unknown) => {
    if (!(error instanceof HubError) || error.status !== 404) throw error;
    throw new CommandError('The connection has no callback: run `hub listen` first, or save one.');
  });
  if (events.length === 0) throw new CommandError(`The connection may not see the events ${kinds.join(', ')}.`);
  return events;
}

async function createOrder(api: Client, chosen: string | undefined) {
  const { account, location } = await findPlace(api);
  const location_id = chosen ?? location?.id;
  if (account === null) throw new CommandError('The connection belongs to no location or account.');
  if (location_id === undefined) {
    throw new CommandError('The connection is for an account: say which location gets the order with --location.');
  }
  const item = { product_name: 'Margherita', price: `9.80 ${account.currency}`, quantity: '1' };
  const order = await api.createOrder({
    location_id,
    body: { status: 'new', service_type: 'collection', items: [item] },
  });
  return [{ id: order.id, resource_type: 'order', event_type: 'create' }];
}

export const triggerCommand = command('trigger', {
  description:
    'make test events for the callback of the connection, or with --real an order, for the other connections',
  needs: 'login',
  args: { events: 'kinds of events, such as order.create,order.update' },
  options: {
    real: flag(
      'of order.create: create an order; a client gets no event that it caused, so use the login of another one',
    ),
    location: optional('id', 'the location that gets the order; without it that of the connection'),
  },
  run: async ({ api }, { events, real, location }) => {
    const kinds = kindsOf(events);
    if (!real) return sendTestEvents(api, kinds);
    if (kinds.join() !== 'order.create') throw new CommandError('--real makes order.create only.');
    return createOrder(api, location);
  },
  prints: { columns: ['id', 'resource_type', 'event_type'] },
});
