/** A hub answers every example body of the API document with 200, knows all its fields, and answers a repetition with the same key as at first. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { byteTypesOf } from '@order-hub/shared/byte-body';
import type { Endpoint } from '@order-hub/shared/endpoint';
import { aLoyalCustomer } from '../src/loyal-customer.ts';
import { anOwnCatalog } from '../src/own-catalog.ts';
import { aTenant, type Connected } from '../src/tenant.ts';
import { connectionEndpoints } from './endpoint-lists.ts';
import { overEveryBus } from './over-every-bus.ts';

/** Files have no examples. */
const isJson = (body: NonNullable<Endpoint['body']>) => byteTypesOf(body)?.includes('application/json') ?? true;
const withBody = (await connectionEndpoints()).filter(({ body }) => body && isJson(body));
const examples = withBody.flatMap((endpoint) =>
  Object.entries(endpoint.described.examples ?? {}).map(([example, body]) => ({
    ...{ endpoint, name: endpoint.described.name ?? '', example, text: JSON.stringify(body) },
  })),
);

overEveryBus('an example', (hub) => {
  let shop: Connected;
  let chain: Connected;
  let account_id: string;
  let location_id: string;

  beforeAll(async () => {
    const tenant = await aTenant(hub);
    [location_id] = tenant.location_ids;
    ({ account_id } = tenant);
    shop = await tenant.connect('website', { location_id });
    chain = await tenant.connectClient(shop, { account_id });
  });

  /** Creates an order for one example, with a delivery where the endpoint updates one. Returns the ids for its path. */
  async function prepare({ method, path }: Endpoint): Promise<Record<string, string>> {
    const items = [{ product_name: 'Margherita', price: '9.80 EUR', quantity: '1' }];
    const order = { status: 'new', service_type: 'delivery', items, custom_fields: { table: 12 } };
    const { body } = await shop.call('POST /location/orders', { body: order });
    const loyal = path.startsWith('/customer_lists/') ? await aLoyalCustomer(shop.api, `for ${body.id}`) : {};
    const own = path.startsWith('/catalogs/') ? await anOwnCatalog(shop.api, `for ${body.id}`) : {};
    const ids = { account_id, location_id, order_id: body.id, item_id: body.items[0].id, ...loyal, ...own };
    if (method === 'PATCH' && path.endsWith('/delivery')) {
      const delivery = { carrier: 'Bolt', status: 'pending' };
      await shop.call(`POST /location/orders/${ids.order_id}/delivery`, { body: delivery });
    }
    return ids;
  }

  describe.each(examples)('$name: $example', ({ endpoint, text }) => {
    test('is answered with 200', async () => {
      const ids = await prepare(endpoint);
      const path = endpoint.path.replace(/:(\w+)/g, (_match, id: string) => ids[id] ?? '');
      const body = text.replace(/<(\w+)>/g, (_match, id: string) => ids[id] ?? '');
      const { call } = endpoint.path.startsWith('/accounts/') ? chain : shop;
      const headers = { 'idempotency-key': randomUUID(), prefer: 'handling=strict' };
      const answer = await call(`${endpoint.method} ${path}`, { body, headers });
      expect([answer.status, answer.body.errors]).toEqual([200, undefined]);
      const again = await call(`${endpoint.method} ${path}`, { body, headers });
      expect([again.status, again.body]).toEqual([200, answer.body]);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
    });
  });
});

test('every endpoint with a body has an example', () => {
  expect(withBody.filter(({ described: { examples: own = {} } }) => Object.keys(own).length === 0)).toEqual([]);
});
