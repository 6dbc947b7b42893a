/** A tenant cannot reach another tenant's resources, and a request that bypasses the gateway has no caller. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Endpoint } from '@order-hub/shared/endpoint';
import { newId } from '@order-hub/shared/ids';
import { eventually } from '@order-hub/testing/call';
import { callWith, type Answer, type Call } from '../src/call-api.ts';
import { aLoyalCustomer } from '../src/loyal-customer.ts';
import { anOwnCatalog } from '../src/own-catalog.ts';
import { aTenant, type Connected, type Tenant } from '../src/tenant.ts';
import { connectionEndpoints, endpointsOf, methodsOf, servicesWithEndpoints } from './endpoint-lists.ts';
import { overEveryBus } from './over-every-bus.ts';

const secret = 'secret-of-the-victim';
const endpoints = await connectionEndpoints();
const withIds = endpoints.filter(({ path }) => path.includes('/:'));

type Ids = Record<string, string>;

/** A body that the endpoint would accept. */
const bodyFor = ({ path }: Endpoint) => ({
  status: path.endsWith('/delivery') ? 'pending' : 'accepted',
  carrier: 'intruder',
  preparation_time: 99,
  name: 'intruder',
  customer_id: 'intruder',
  delta: '99',
  last_name: 'intruder',
  url: null,
  events: { order: ['create'] },
});

function routeWith({ path }: Endpoint, method: string, ids: Ids): string {
  const filled = path.replace(/:(\w+)/g, (_match, name: string) => {
    const id = ids[name];
    // For a new kind of id, create a resource of the victim below.
    if (id === undefined) throw new Error(`This test has no foreign id for :${name} of ${path}`);
    return id;
  });
  return `${method} ${filled}`;
}

/** Images are sent as they are, everything else as JSON. */
const headersFor = ({ path }: Endpoint) => (path.endsWith('/images') ? { 'content-type': 'image/png' } : {});

const send = (call: Call, endpoint: Endpoint, method: string, ids: Ids): Promise<Answer> =>
  call(
    routeWith(endpoint, method, ids),
    method === 'GET' || method === 'DELETE' ? {} : { body: bodyFor(endpoint), headers: headersFor(endpoint) },
  );

/** An answer without the field that changes with time. */
const withoutClock = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (key, value: unknown) => (key === 'seconds_before_removal' ? null : value)));

overEveryBus('another tenant', (hub) => {
  let victim: Tenant;
  let website: Connected;
  let till: Connected;
  let ids: Ids;
  /** The victim's own view of its resources. */
  let look: () => Promise<unknown[]>;

  beforeAll(async () => {
    victim = await aTenant(hub);
    const [location_id] = victim.location_ids;
    website = await victim.connect('website', { location_id });
    till = await victim.connect('till', { location_id });
    const url = `http://127.0.0.1:9/${secret}`;
    await till.call('POST /callback', { body: { url: null, events: { order: ['create'] } } });
    await website.call('POST /callback', { body: { url, events: { location: ['update'] } } });
    const order = { status: 'new', service_type: 'delivery', ref: secret, customer: { last_name: secret } };
    const created = await website.call('POST /location/orders', { body: order });
    const order_id = created.body.id as string;
    await website.call(`POST /location/orders/${order_id}/delivery`, {
      body: { carrier: 'bike', status: 'pending', driver_name: secret },
    });
    const [event] = await eventually(async () => {
      const { body } = await till.call('GET /callback/events');
      return body.length > 0 && body;
    }, 30_000);
    await website.call('POST /callback/test', { body: {} });
    const [attempt] = await eventually(async () => {
      const { body } = await website.call('GET /callback/deliveries');
      return body.length > 0 && body;
    }, 30_000);
    const loyal = await aLoyalCustomer(website.api, secret);
    const own = await anOwnCatalog(website.api, secret);
    const catalog = `/catalogs/${own.catalog_id}`;
    ids = {
      ...own,
      location_id,
      order_id,
      account_id: victim.account_id,
      event_id: event.id,
      attempt_id: attempt.id,
      ...loyal,
    };
    const list = `/customer_lists/${loyal.customer_list_id}`;
    const card = `${list}/loyalty_cards/${loyal.loyalty_card_id}`;
    look = async () => {
      const routes = [`/location/orders/${order_id}`, `/location/orders/${order_id}/delivery`, '/location'];
      routes.push('/location/customer_lists', `${list}/customers/${loyal.customer_id}`, card, `${card}/operations`);
      // Reading the whole catalog each time would exceed the limit of high-load queries.
      routes.push('/location/catalogs', `${catalog}/products`, `${catalog}/images`, `${catalog}/location/inventory`);
      const seen = [...routes.map((route) => website.call(`GET ${route}`)), website.call('GET /callback')];
      const answers = await Promise.all([
        ...seen,
        till.call('GET /callback'),
        till.call(`GET /callback/events/${event.id}`),
      ]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      return answers.map(({ body }) => withoutClock(body));
    };
  });

  /** Calls all endpoints. Expects that no answer shows anything of the victim, and that nothing changes. */
  async function intrude(call: Call, asked: Ids, list: readonly Endpoint[]): Promise<string[]> {
    const before = await look();
    const statuses: string[] = [];
    for (const endpoint of list) {
      for (const method of methodsOf(endpoint)) {
        const { status, body } = await send(call, endpoint, method, asked);
        const text = JSON.stringify(body ?? null);
        expect(text).not.toContain(secret);
        statuses.push(`${status} ${method} ${endpoint.path}`);
        // The intruder's own log names the ids that they asked for.
        if (endpoint.path === '/requests') continue;
        for (const id of [ids['order_id'], ids['event_id'], ids['customer_id'], ids['catalog_id'], ids['image_id']])
          expect(text).not.toContain(id);
      }
    }
    expect(await look()).toEqual(before);
    return statuses;
  }

  /** Expects 404, or 403 where the connection has the wrong level for the endpoint. */
  const expectMissing = (statuses: string[]) =>
    expect(statuses.filter((line) => !line.startsWith('404 ') && !line.startsWith('403 '))).toEqual([]);

  test("cannot reach anything by the victim's ids", async () => {
    const intruder = await aTenant(hub);
    const [location_id] = intruder.location_ids;
    const shop = await intruder.connect('website', { location_id });
    const chain = await intruder.connectClient(shop, { account_id: intruder.account_id });
    const orders = withIds.filter(({ path }) => path.includes(':order_id'));
    for (const { call } of [shop, chain]) {
      expectMissing(await intrude(call, ids, withIds));
      const statuses = await intrude(call, { ...ids, location_id }, orders);
      expect(statuses.filter((line) => !line.startsWith('404 '))).toEqual([]);
    }
    const own = endpoints.filter(({ path }) => !path.includes('/:'));
    for (const { call } of [shop, chain]) await intrude(call, {}, own);
  });

  test("cannot reach into the victim's customer list by the id of its own list", async () => {
    const intruder = await aTenant(hub);
    const shop = await intruder.connect('website', { location_id: intruder.location_ids[0] });
    const sibling = await victim.connect('website', { location_id: victim.location_ids[1] });
    const inLists = withIds.filter(({ path }) => /^\/customer_lists\/:customer_list_id\/.*:/.test(path));
    for (const { call } of [shop, sibling]) {
      const list = await call('POST /location/customer_lists', { body: { name: newId() } });
      expect(list.status).toBe(200);
      const statuses = await intrude(call, { ...ids, customer_list_id: list.body.id }, inLists);
      expect(statuses.filter((line) => !line.startsWith('404 '))).toEqual([]);
    }
  });

  test("cannot reach into the victim's catalog by the id of its own catalog", async () => {
    const intruder = await aTenant(hub);
    const shop = await intruder.connect('website', { location_id: intruder.location_ids[0] });
    const sibling = await victim.connect('website', { location_id: victim.location_ids[1] });
    const inCatalogs = withIds.filter(({ path }) => /:(part|image)_id/.test(path));
    for (const { api, call } of [shop, sibling]) {
      const { catalog_id } = await anOwnCatalog(api, newId());
      const statuses = await intrude(call, { ...ids, catalog_id }, inCatalogs);
      expect(statuses.filter((line) => !line.startsWith('404 '))).toEqual([]);
    }
  });

  test("the victim's own connection cannot either, with another scope or once it is disconnected", async () => {
    const place = { location_id: victim.location_ids[0] };
    const narrow = await victim.connect('narrow', place, 'location[orders.read]');
    const others = endpoints.filter(({ needs }) => needs !== undefined && needs !== 'orders.read');
    const refused = await intrude(narrow.call, ids, others);
    expect(refused.filter((line) => !line.startsWith('403 '))).toEqual([]);
    await victim.disconnect(narrow);
    const ended = await intrude(narrow.call, ids, endpoints);
    expect(ended.filter((line) => !line.startsWith('401 '))).toEqual([]);
  });

  test('another location of the same account cannot either, nor another connection see events that are not its own', async () => {
    const [, other] = victim.location_ids;
    const sibling = await victim.connect('website', { location_id: other });
    const named = withIds.filter(({ path }) => /:(location|event|customer_list|catalog)_id/.test(path));
    const ofOrders = named.filter(({ path }) => path.includes(':order_id'));
    for (const statuses of [
      await intrude(sibling.call, ids, named),
      await intrude(sibling.call, { ...ids, location_id: other }, ofOrders),
    ]) {
      expect(statuses.filter((line) => !line.startsWith('404 '))).toEqual([]);
    }
    expect((await sibling.call(`GET /location/orders/${ids['order_id']}`)).status).toBe(404);
    for (const method of ['GET', 'DELETE']) {
      expect((await website.call(`${method} /callback/events/${ids['event_id']}`)).status).toBe(404);
    }
  });

  describe.each([...servicesWithEndpoints, 'gateway' as const])('%s, called without the gateway', (service) => {
    /** The victim's ids. Any text does for the others: a request without credentials is refused before its path is read. */
    const idsIn = ({ path }: Endpoint): Ids =>
      Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, ids[name] ?? 'x']));
    const direct = (headers: Record<string, string>): Call => {
      const call = callWith(hub.service_urls[service], null);
      return (route, options) => call(route, { ...options, headers: { ...options?.headers, ...headers } });
    };

    test('answers 401 on each of its endpoints that are not public', async () => {
      const declared = service === 'gateway' ? [] : await endpointsOf(service);
      const list = declared.filter(({ access }) => access !== 'public');
      for (const headers of [
        {},
        { 'x-access-token': website.access_token },
        { authorization: `Bearer ${website.access_token}` },
        { 'x-hub-caller': website.access_token, 'x-hub-service': website.access_token, authorization: 'Bearer x' },
        { 'x-hub-user': website.access_token, 'x-hub-service': website.access_token },
      ]) {
        for (const endpoint of list) {
          for (const method of methodsOf(endpoint)) {
            const { status, body } = await send(direct(headers), endpoint, method, idsIn(endpoint));
            expect([method, endpoint.path, status, body.error_type]).toEqual([
              method,
              endpoint.path,
              401,
              'unauthorized',
            ]);
          }
        }
      }
    });

    test('accepts no messages', async () => {
      const { status } = await direct({})('POST /internal/messages', { body: [] });
      // The endpoint exists on the direct bus only. The back office takes part in no bus.
      expect(status).toBe(hub.bus === 'direct' && service !== 'back-office' ? 401 : 404);
    });
  });
});
