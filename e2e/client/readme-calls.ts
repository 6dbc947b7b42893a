/**
 * The README's calls, made with a client that is typed by docs/openapi.json. Nobody runs it: `npm run check` makes api.ts
 * from the document and fails when this file does not compile.
 */
import createClient from 'openapi-fetch';
import type { components, paths } from './api.ts';

type Order = components['schemas']['Order'];
type Event = components['schemas']['Event'];
type Connection = { token: string };

const clientOf = ({ token }: Connection) =>
  createClient<paths>({ baseUrl: 'http://localhost:8080/v1', headers: { 'X-Access-Token': token } });

/** A website places an order; its error is typed too. */
export async function placeOrder(website: Connection): Promise<Order> {
  const { data, error } = await clientOf(website).POST('/location/orders', {
    body: {
      status: 'new',
      service_type: 'collection',
      private_ref: 'basket-17',
      items: [
        {
          product_name: 'Margherita',
          price: '9.80 EUR',
          quantity: '2',
          options: [{ option_list_name: 'Size', name: 'Large', price: '2.00 EUR' }],
        },
      ],
    },
  });
  if (error)
    throw new Error(error.errors?.map(({ field, message }) => `${field} ${message}`).join() ?? error.error_type);
  return data;
}

/** What an event says, by its kind. */
function textOf(event: Event): string | undefined {
  if (event.resource_type === 'order') return event.new_state?.total;
  if (event.resource_type === 'location') return event.new_state?.opening_hours?.monday[0]?.from;
  return event.event_type;
}

/** The till of the shop lists its events, reads each and acknowledges it. */
export async function takeEvents(till: Connection): Promise<(string | undefined)[]> {
  const { GET, DELETE } = clientOf(till);
  const { data: list = [], response } = await GET('/callback/events', { params: { query: { count: 20 } } });
  const texts: (string | undefined)[] = [response.headers.get('X-Cursor-Next') ?? undefined];
  for (const { id } of list) {
    const params = { path: { event_id: id } };
    const { data } = await GET('/callback/events/{event_id}', { params });
    if (data) texts.push(textOf(data));
    await DELETE('/callback/events/{event_id}', { params });
  }
  return texts;
}

/** The till asks for events to be pushed. */
export const saveCallback = (till: Connection) =>
  clientOf(till).POST('/callback', {
    body: { url: 'http://localhost:3000/', events: { order: ['create', 'update'], delivery: ['create', 'update'] } },
  });

/** The till accepts an order, adds an item and deletes another. */
export const acceptOrder = (till: Connection, order_id: string, item_id: string) =>
  clientOf(till).PATCH('/location/orders/{order_id}', {
    params: { path: { order_id } },
    body: {
      status: 'accepted',
      items: [
        { product_name: 'Tiramisu', price: '4.50 EUR', quantity: '1' },
        { id: item_id, deleted: true },
      ],
    },
  });

export function refused(till: Connection) {
  // @ts-expect-error -- a catalog has no event of this type.
  return clientOf(till).POST('/callback', { body: { url: null, events: { catalog: ['patch'] } } });
}
