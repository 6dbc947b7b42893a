/** One change per service with a database, each of which runs in a transaction. */
import type { ServiceName } from '@order-hub/shared/neighbours';
import type { Answer } from '../call-api.ts';
import type { Connected } from '../tenant.ts';

/** `table`: one that the transaction of the change waits for when it is locked. */
export type Change = { service: ServiceName; table: string; make(): Promise<Answer> };

/** Creates what the changes are about. */
export async function openChanges({ call }: Connected, callbackUrl: string): Promise<Change[]> {
  const create = async (route: string, body: object): Promise<string> => {
    const answer = await call(`POST ${route}`, { body });
    if (answer.status !== 200) throw new Error(`${route}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body.id;
  };
  const order_id = await create('/location/orders', { status: 'new' });
  const catalog_id = await create('/location/catalogs', { name: 'Menu' });
  const list_id = await create('/location/customer_lists', { name: 'Guests' });
  const customer_id = await create(`/customer_lists/${list_id}/customers`, { first_name: 'Ada' });
  let count = 0;
  const another = () => `number ${(count += 1)}`;
  const changes: [ServiceName, string, string, () => object][] = [
    ['auth', 'auth.locations', 'PATCH /location', () => ({ custom_fields: { name: another() } })],
    ['orders', 'orders.orders', `PATCH /location/orders/${order_id}`, () => ({ custom_fields: { name: another() } })],
    ['catalog', 'catalog.catalogs', `PUT /catalogs/${catalog_id}`, () => ({ name: another() })],
    [
      'customers',
      'customers.customers',
      `PATCH /customer_lists/${list_id}/customers/${customer_id}`,
      () => ({ first_name: another() }),
    ],
    ['events', 'events.callbacks', 'POST /callback', () => ({ url: callbackUrl, events: { order: ['create'] } })],
  ];
  return changes.map(([service, table, route, body]) => ({
    service,
    table,
    make: () => call(route, { body: body() }),
  }));
}
