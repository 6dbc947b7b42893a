import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Schemas } from '@order-hub/client';
import { operatorClient } from '@order-hub/operator/client';
import { everyRight } from '@order-hub/operator/tenant';
import { byteTypesOf } from '@order-hub/shared/byte-body';
import { signCallerToken } from '@order-hub/shared/caller-token';
import type { Endpoint } from '@order-hub/shared/endpoint';
import { updateHandling } from '@order-hub/shared/management/clients';
import { updateLocationDetails } from '@order-hub/shared/management/locations';
import { eventually } from '@order-hub/testing/call';
import { wideTest } from '@order-hub/testing/wide-test';
import { type Answer, type Call, callWith } from '../src/call-api.ts';
import { hubKeys } from '../src/hub-keys.ts';
import { aLoyalCustomer } from '../src/loyal-customer.ts';
import { anOwnCatalog } from '../src/own-catalog.ts';
import { sendRaw } from '../src/raw-request.ts';
import { aTenant, type Connected, type Tenant } from '../src/tenant.ts';
import { connectionEndpoints } from './endpoint-lists.ts';
import { overEveryBus } from './over-every-bus.ts';

/** Files have no examples. */
const isJson = (body: NonNullable<Endpoint['body']>) => byteTypesOf(body)?.includes('application/json') ?? true;
const withBody = (await connectionEndpoints()).filter(({ body }) => body && isJson(body));

/** The conventions of the API (docs/api/conventions.md), through the gateway and the services behind it. */
describe('conventions', () => {
  const order = { status: 'new', items: [{ product_name: 'Calzone', price: '11.00 EUR', quantity: '1' }] };

  overEveryBus('the conventions', (hub) => {
    const { origin } = new URL(hub.base_url);
    let tenant: Tenant;
    let website: Connected;
    let till: Connected;
    let office: Connected;
    let here: string;

    const createOrder = async (call: Call, fields: object = {}) => {
      const { status, body } = await call('POST /location/orders', { body: { ...order, ...fields } });
      expect({ status, body }).toMatchObject({ status: 200 });
      return body;
    };

    beforeAll(async () => {
      tenant = await aTenant(hub);
      [here] = tenant.location_ids;
      website = await tenant.connect('website', { location_id: here });
      till = await tenant.connect('till', { location_id: here });
      office = await tenant.connectClient(till, { account_id: tenant.account_id });
    });

    describe('short and long endpoints', () => {
      test('of a location are the same', async () => {
        const { call } = website;
        const { id } = await createOrder(call);
        expect((await call('GET /location')).body).toEqual((await call(`GET /locations/${here}`)).body);
        const short = await call(`GET /location/orders/${id}`);
        expect(short.body).toEqual((await call(`GET /locations/${here}/orders/${id}`)).body);
        expect((await call(`PATCH /location/orders/${id}`, { body: { status: 'accepted' } })).body.status).toBe(
          'accepted',
        );
      });

      test('of an account are the same', async () => {
        const { call } = office;
        const { id } = await createOrder(website.call);
        expect((await call('GET /account')).body).toEqual({
          id: tenant.account_id,
          name: 'Pizzeria',
          currency: 'EUR',
        });
        expect((await call('GET /account')).body).toEqual((await call(`GET /accounts/${tenant.account_id}`)).body);
        const short = await call('GET /account/orders');
        expect(short.body.map((one: any) => one.id)).toContain(id);
        expect(short.body).toEqual((await call(`GET /accounts/${tenant.account_id}/orders`)).body);
      });

      test('of the other kind are forbidden', async () => {
        for (const [{ call }, route] of [
          [website, 'GET /account'],
          [website, 'GET /account/orders'],
          [website, 'GET /locations'],
          [office, 'GET /location'],
          [office, 'GET /location/orders'],
        ] as const) {
          expect(await call(route)).toMatchObject({ status: 403, body: { error_type: 'forbidden' } });
        }
      });

      test('the lists of an account have a second spelling', async () => {
        const { call } = office;
        const locations = await call('GET /locations/');
        expect(locations.body.map(({ id }: any) => id)).toEqual(tenant.location_ids);
        expect((await call('GET /locations')).body).toEqual(locations.body);
        expect((await call('GET /accounts')).body).toEqual([(await call('GET /account')).body]);
      });
    });

    describe('methods', () => {
      test('a POST stands for another method', async () => {
        const { call } = website;
        const { id } = await createOrder(call);
        const as = (method: string) => ({ headers: { 'X-Http-Method-Override': method } });
        const update = { body: { seller_notes: 'ring twice' }, ...as('PATCH') };
        expect((await call(`POST /location/orders/${id}`, update)).body.seller_notes).toBe('ring twice');
        expect((await call(`POST /location/orders/${id}`, as('GET'))).body.seller_notes).toBe('ring twice');
        expect((await call('POST /callback', as('DELETE'))).status).toBe(200);
        expect((await call(`GET /location/orders/${id}`, as('PATCH'))).status).toBe(400);
        const patched = await call(`PATCH /location/orders/${id}`, { body: { seller_notes: null }, ...as('DELETE') });
        expect([patched.status, patched.body.seller_notes]).toEqual([200, null]);
      });

      test('PUT works like PATCH', async () => {
        const { call } = website;
        const { id } = await createOrder(call, { ref: 'kept' });
        const { body } = await call(`PUT /location/orders/${id}`, { body: { status: 'received' } });
        expect(body).toMatchObject({ status: 'received', ref: 'kept' });
        expect((await call('PUT /location', { body: { preparation_time: 30 } })).body.preparation_time).toBe(30);
      });

      test.each(['GET', 'DELETE'])('%s may carry a body {}', async (method) => {
        const headers = { 'x-access-token': website.access_token, 'content-type': 'application/json' };
        const answer = await sendRaw(origin, { method, target: '/v1/callback', headers, body: '{}' });
        expect(answer.status).toBe(200);
        expect((await website.call('GET /callback')).body).toEqual({ url: null, events: {} });
      });
    });

    describe('pages', () => {
      test('follow each other by their cursors until there are no more', async () => {
        const shop = await tenant.connect('pages', { location_id: tenant.location_ids[1] });
        const ids: string[] = [];
        for (let count = 0; count < 5; count += 1) ids.push((await createOrder(shop.call)).id);
        const seen: string[] = [];
        const sizes: number[] = [];
        for (let cursor: string | null = ''; cursor !== null;) {
          const { status, body, headers } = await shop.call(
            `GET /location/orders?count=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
          );
          expect(status).toBe(200);
          sizes.push(body.length);
          seen.push(...body.map(({ id }: any) => id));
          cursor = headers.get('x-cursor-next');
        }
        expect(sizes).toEqual([2, 2, 1]);
        expect(seen).toEqual(ids);
      });

      test('refuse a cursor that they did not give out', async () => {
        for (const query of ['cursor=made-up', 'count=0', 'count=-1', 'count=1&count=2']) {
          const answer = await website.call(`GET /callback/events?${query}`);
          expect([query, answer.status, answer.body.error_type]).toEqual([query, 400, 'bad_request']);
        }
      });
    });

    test('a GET has an ETag, and is answered with 304 while nothing changes', async () => {
      const { id } = await createOrder(website.call);
      const route = `GET /location/orders/${id}`;
      const tag = (await website.call(route)).headers.get('etag');
      expect(tag).toEqual(expect.any(String));
      const again = await website.call(route, { headers: { 'If-None-Match': tag! } });
      expect(again).toMatchObject({ status: 304, body: undefined });
      await website.call(`PATCH /location/orders/${id}`, { body: { status: 'accepted' } });
      expect((await website.call(route, { headers: { 'If-None-Match': tag! } })).status).toBe(200);
    });

    test('only its client sees a private ref, in answers, lists and events', async () => {
      const [shop, desk] = [
        await tenant.connect('shop', { location_id: here }),
        await tenant.connect('desk', { location_id: here }),
      ];
      for (const { call } of [shop, desk]) {
        await call('POST /callback', { body: { url: null, events: { order: ['create', 'update'] } } });
      }
      const stateFor = async ({ call }: Connected, event_type: string) => {
        const { id } = await eventually(async () =>
          (await call('GET /callback/events')).body.find((event: any) => event.event_type === event_type),
        );
        return (await call(`GET /callback/events/${id}`)).body.new_state;
      };
      const item = { ...order.items[0], private_ref: 'item-of-shop' };
      const { id } = await createOrder(shop.call, { private_ref: 'of-shop', items: [item] });
      const refsOf = ({ private_ref, items }: any) => [private_ref, items[0].private_ref];
      const get = async ({ call }: Connected) => refsOf((await call(`GET /location/orders/${id}`)).body);
      expect(await get(shop)).toEqual(['of-shop', 'item-of-shop']);
      expect(await get(desk)).toEqual([null, null]);
      expect(refsOf(await stateFor(desk, 'create'))).toEqual([null, null]);

      await desk.call(`PATCH /location/orders/${id}`, { body: { private_ref: 'of-desk', status: 'accepted' } });
      expect(await get(desk)).toEqual(['of-desk', null]);
      expect(refsOf(await stateFor(shop, 'update'))).toEqual(['of-shop', 'item-of-shop']);
      const found = async ({ call }: Connected, ref: string) =>
        (await call(`GET /location/orders?private_ref=${ref}`)).body.map(refsOf);
      expect(await found(shop, 'of-shop')).toEqual([['of-shop', 'item-of-shop']]);
      expect(await found(desk, 'of-desk')).toEqual([['of-desk', null]]);
      expect(await found(desk, 'of-shop')).toEqual([]);
    });

    describe('refusals', () => {
      const json = 'application/json';

      test('an unknown URL or method is a routing error', async () => {
        for (const route of ['GET /nothing', 'GET /location/nothing', 'DELETE /location', 'PATCH /location/orders']) {
          const answer = await website.call(route);
          expect([route, answer.status, answer.body.error_type]).toEqual([route, 404, 'routing_error']);
        }
        const root = callWith(origin, website.access_token);
        for (const route of [
          'GET /other',
          'GET /v2/location',
          'POST /management/users',
          'GET /internal/connections/x',
        ]) {
          const answer = await root(route);
          expect([route, answer.status, answer.body.error_type]).toEqual([route, 404, 'routing_error']);
        }
      });

      test.each([
        ['another media type', 'text/plain', '{}', [415, 'unsupported_media_type']],
        ['malformed JSON', json, '{"status":', [400, 'bad_request']],
        ['no JSON object', json, '[]', [422, 'unprocessable_entity']],
        ['a field that cannot be', json, '{"status":"eaten"}', [422, 'unprocessable_entity']],
        ['a body over its limit', json, JSON.stringify({ ref: 'x'.repeat(2_000_000) }), [413, 'payload_too_large']],
        ['a body over any limit', json, JSON.stringify({ ref: 'x'.repeat(12_000_000) }), [413, 'payload_too_large']],
      ])('%s', async (_name, type, body, [status, error_type]) => {
        const sent = { 'content-type': type, 'x-access-token': website.access_token };
        const answer = await sendRaw(origin, { method: 'POST', target: '/v1/location/orders', headers: sent, body });
        expect(answer).toMatchObject({ status, body: { error_type } });
        expect(answer.headers['access-control-allow-origin']).toBe('*');
      });

      test.each([
        '/v1/../internal/connections/x',
        '/v1/%2e%2e/internal',
        '/v1//location',
        '/v1/location%2forders',
        '/v1/location/orders/..%5c',
        '/v1/location%00',
        'http://elsewhere.test/v1/location',
      ])('the target %s', async (target) => {
        const headers = { 'x-access-token': website.access_token };
        expect(await sendRaw(origin, { target, headers })).toMatchObject({
          status: 400,
          body: { error_type: 'bad_request' },
        });
      });

      test.each([
        ['no token', null],
        ['an unknown token', 'made-up'],
      ])('%s', async (_name, token) => {
        const answer = await callWith(hub.base_url, token)('GET /location');
        expect(answer).toMatchObject({
          status: 401,
          body: { error_type: 'unauthorized', message: expect.any(String) },
        });
      });
    });

    test('a browser may call the API', async () => {
      const preflight = await callWith(hub.base_url, null)('OPTIONS /location/orders', {
        headers: { Origin: 'https://a.test' },
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
      expect(preflight.headers.get('access-control-allow-headers')).toContain('X-Access-Token');
      for (const route of [
        'GET /location',
        'GET /account',
        'GET /nothing',
        'GET /location/orders/none',
        'POST /location/orders',
      ]) {
        expect((await website.call(route)).headers.get('access-control-allow-origin')).toBe('*');
      }
      const token = await callWith(origin, null)('OPTIONS /oauth2/v1/token');
      expect(token.headers.get('access-control-allow-origin')).toBeNull();
    });

    describe('headers that imitate those between services', () => {
      /** A valid caller token for another tenant. The gateway must ignore it in a request from outside. */
      async function forgedToken(): Promise<string> {
        const victim = await aTenant(hub);
        const [location_id] = victim.location_ids;
        const caller = {
          connection_id: 'forged',
          connection_name: null,
          client_id: 'forged',
          client_name: 'forged',
          user_id: victim.user_id,
          account: { id: victim.account_id, currency: 'EUR' },
          location_id,
          catalog_id: null,
          customer_list_id: null,
          scope: everyRight({ location_id }),
          location: { id: location_id, timezone: 'Europe/Paris' },
        };
        return signCallerToken(hubKeys(hub).gateway, { caller, to: 'auth' }, new Date());
      }

      test.each(['X-Hub-Caller', 'X_Hub_Caller', 'x-hub_caller', 'X-HUB-SERVICE'])('%s has no effect', async (name) => {
        const headers = { [name]: await forgedToken() };
        const target = '/v1/location';
        const own = { ...headers, 'x-access-token': website.access_token };
        expect(await sendRaw(origin, { target, headers: own })).toMatchObject({ status: 200, body: { id: here } });
        expect((await sendRaw(origin, { target, headers })).status).toBe(401);
      });
    });

    describe('strict handling', () => {
      test('a client that switches it on has it for all its requests, unless a request says otherwise', async () => {
        const { client_id, call } = await tenant.connect('strict', { location_id: here });
        const misspelled = { body: { ...order, itemz: [] } };
        const lenient = await call('POST /location/orders', misspelled);
        expect([lenient.status, lenient.headers.get('ignored-fields')]).toEqual([200, 'itemz']);
        const switchTo = (is_strict: boolean) =>
          operatorClient(hub.operator).ask(updateHandling, { params: { client_id }, input: { is_strict } });
        await switchTo(true);
        const refused = await eventually(async () => {
          const answer = await call('POST /location/orders', misspelled);
          return answer.status === 422 && answer;
        });
        expect(refused.body).toMatchObject({ code: 'unknown_fields', errors: [{ field: 'itemz' }] });
        expect(refused.headers.get('preference-applied')).toBe('handling=strict');
        const headers = { Prefer: 'handling=lenient' };
        expect((await call('POST /location/orders', { ...misspelled, headers })).status).toBe(200);
        await switchTo(false);
        await eventually(async () => (await call('POST /location/orders', misspelled)).status === 200);
      });
    });
  });
});

/** The authorisation server, called by the servers of clients (docs/api/authentication.md#token-request and #revocation). */
describe('oauth', () => {
  overEveryBus('the authorisation server', (hub) => {
    const { origin } = new URL(hub.base_url);
    const open = callWith(origin, null);
    let till: Connected;
    let other: Connected;
    beforeAll(async () => {
      const { connect, location_ids } = await aTenant(hub);
      till = await connect('Till', { location_id: location_ids[0] });
      other = await connect('Kiosk', { location_id: location_ids[1] });
    });

    const send = (path: string, fields: Record<string, string>, as?: Connected) =>
      open(`POST /oauth2/v1/${path}`, {
        body: new URLSearchParams(fields).toString(),
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          ...(as && { authorization: `Basic ${btoa(`${as.client_id}:${as.client_secret}`)}` }),
        },
      });

    test('gives its addresses in its metadata', async () => {
      const { status, body } = await open('GET /.well-known/oauth-authorization-server/oauth2/v1');
      expect(status).toBe(200);
      expect(body).toMatchObject({ token_endpoint: expect.stringMatching(/\/oauth2\/v1\/token$/) });
      expect(body.token_endpoint).toBe(`${body.issuer}/token`);
    });

    test('refuses unknown codes and clients, and hides the reason from web pages', async () => {
      const answers = [
        await send('token', { code: 'unknown' }, till),
        await send('token', { code: 'unknown' }),
        await send('token', { code: 'unknown' }, { ...till, client_secret: 'wrong' }),
        await send('revoke', { token: till.access_token }),
      ];
      expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
        [400, 'invalid_grant'],
        [401, 'invalid_client'],
        [401, 'invalid_client'],
        [401, 'invalid_client'],
      ]);
      for (const { headers } of answers) {
        expect([headers.get('access-control-allow-origin'), headers.get('cache-control')]).toEqual([null, 'no-store']);
      }
      expect((await till.call('GET /location')).status).toBe(200);
    });

    test('a revoked token is refused as soon as the revocation is answered; another client cannot revoke it', async () => {
      expect((await send('revoke', { token: till.access_token }, other)).status).toBe(400);
      expect((await till.call('GET /location')).status).toBe(200);
      const { status, body, headers } = await send('revoke', { token: till.access_token }, till);
      expect([status, body]).toEqual([200, {}]);
      expect([...headers.keys()].filter((name) => name.startsWith('x-hub-'))).toEqual([]);
      const refused = await till.call('GET /location');
      expect([refused.status, refused.body.message]).toEqual([
        401,
        'The access token is invalid or the connection has been revoked',
      ]);
      expect((await send('revoke', { token: till.access_token }, till)).status).toBe(200);
    });

    test('the gateway learns over the bus of a revocation that bypassed it', async () => {
      expect((await other.call('GET /location')).status).toBe(200);
      const past = callWith(hub.service_urls.auth, null);
      const { client_id, client_secret, access_token } = other;
      const body = { client_id, client_secret, token: access_token };
      expect((await past('POST /oauth2/v1/revoke', { body })).status).toBe(200);
      await eventually(async () => (await other.call('GET /location')).status === 401);
    });
  });
});

/** Times are in the timezone that a location has now, whatever it was before (docs/api/conventions.md#times). */
describe('moved location', () => {
  const patienceMs = 60_000;

  const inParis = '2026-07-01T12:45:00+02:00';

  const inTokyo = '2026-07-01T19:45:00+09:00';

  const anOrder: Schemas['OrderCreate'] = {
    status: 'new',
    service_type: 'delivery',
    expected_time: inParis,
    items: [{ product_name: 'Margherita', price: '9.50 EUR', quantity: '2' }],
  };

  overEveryBus('a location that moves to another timezone', (hub) => {
    let tenant: Tenant;
    beforeAll(async () => {
      tenant = await aTenant(hub);
    });

    test('shows its earlier orders, their deliveries and events in the new one; the lists of the account follow', async () => {
      const [location_id] = tenant.location_ids;
      const { account_id } = tenant;
      const { api: website } = await tenant.connect('website', { location_id });
      const { api: till } = await tenant.connect('till', { location_id });
      const { api: office } = await tenant.connect('office', { account_id });
      await till.saveCallback({ body: { url: null, events: { order: ['update'] } } });
      const { id: order_id } = await website.createOrder({ body: anOrder });
      const delivery = { carrier: 'bike', status: 'pending', estimated_pickup_at: inParis } as const;
      await website.createDelivery({ order_id, body: delivery });
      expect(await office.listAccountOrders().toArray()).toMatchObject([{ expected_time: inParis }]);

      const details = { name: 'Louvre', timezone: 'Asia/Tokyo' };
      await operatorClient(hub.operator).ask(updateLocationDetails, { params: { location_id }, input: details });
      const moved = await eventually(async () => {
        const order = await till.retrieveOrder({ order_id });
        return order.expected_time === inTokyo && order;
      }, patienceMs);
      expect(moved.delivery?.estimated_pickup_at).toBe(inTokyo);
      expect((await till.retrieveDelivery({ order_id })).estimated_pickup_at).toBe(inTokyo);
      const listed = await eventually(async () => {
        const [order] = await office.listAccountOrders().toArray();
        return order?.expected_time === inTokyo && order;
      }, patienceMs);
      expect(listed).toEqual(moved);

      const updated = await website.updateOrder({ order_id, body: { status: 'accepted' } });
      const event = await eventually(async () => {
        const last = (await till.listEvents().toArray()).at(-1);
        return last?.created_at.endsWith('+09:00') && till.retrieveEvent({ event_id: last.id });
      }, patienceMs);
      expect(event).toMatchObject({ previous_state: moved, new_state: updated });
    });
  });
});

/** Catalogs through the whole hub (docs/api/catalogs.md#update). */
describe('catalogs', () => {
  /** About 3 KiB a product. */
  const aLargeCatalog = (products: number, price: string) => ({
    name: 'Large',
    data: {
      categories: [{ ref: 'all', name: 'All' }],
      products: Array.from({ length: products }, (_, index) => ({
        ref: `p${index}`,
        category_ref: 'all',
        name: `Product ${index}`,
        description: 'x'.repeat(2_900),
        skus: [{ ref: `s${index}`, price }],
      })),
    },
  });

  overEveryBus('a catalog', (hub) => {
    let website: Connected;
    let till: Connected;
    beforeAll(async () => {
      const tenant = await aTenant(hub);
      const place = { location_id: tenant.location_ids[0] };
      website = await tenant.connect('website', place);
      till = await tenant.connect('till', place);
      await till.api.saveCallback({ body: { url: null, events: { catalog: ['create', 'update', 'delete'] } } });
    });

    const events = (count: number) =>
      eventually(async () => {
        const listed = await till.api.listEvents().toArray();
        return listed.length >= count && listed;
      });

    describe('of 12 MiB', () => {
      wideTest('is created, updated and deleted; another client gets the events, without states', async () => {
        const created = await website.api.createCatalog({ body: aLargeCatalog(4_000, '1.00 EUR') });
        const { id } = created;
        const updated = await website.api.updateCatalog({ catalog_id: id, body: aLargeCatalog(4_000, '2.00 EUR') });
        expect(updated.data?.products[3_999]?.skus[0]?.price).toBe('2.00 EUR');
        expect(updated.data?.products[0]?.id).toBe(created.data?.products[0]?.id);
        const read = await till.call(`GET /catalogs/${id}`);
        expect(read.body).toEqual(updated);
        const headers = { 'if-none-match': read.headers.get('etag') ?? '' };
        expect((await till.call(`GET /catalogs/${id}`, { headers })).status).toBe(304);
        await website.api.deleteCatalog({ catalog_id: id });
        const received = await events(3);
        expect(received.map(({ event_type }) => event_type).sort()).toEqual(['create', 'delete', 'update']);
        for (const event of received) {
          expect(event).toMatchObject({ resource_type: 'catalog', catalog_id: id });
          const whole = await till.api.retrieveEvent({ event_id: event.id });
          expect(whole).not.toHaveProperty('new_state');
          expect(whole).not.toHaveProperty('previous_state');
        }
      });
    });

    test('of more than 32 MiB: 413', async () => {
      const body = `{"name":"${'x'.repeat(32 * 1024 * 1024)}"}`;
      const { status, body: answer } = await website.call('POST /location/catalogs', { body });
      expect([status, answer.error_type]).toEqual([413, 'payload_too_large']);
    });
  });
});

/** A limit per connection with the hub's own settings (docs/api/limits.md#rate-limits); the gateway's tests have the others. */
describe('limits', () => {
  const highLoadPerMinute = 10;

  /** Longer than a dozen requests take, even on a slow machine. */
  const neededMs = 5_000;

  const minuteMs = 60_000;

  const tries = 3;

  const testMs = 240_000;

  const minuteOf = (ms: number) => Math.floor(ms / minuteMs);

  /**
   * Does the work within one round minute. Waits for the next minute when little of this one is left, and repeats work
   * that took too long.
   */
  async function withinOneMinute<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let count = 1; ; count += 1) {
      const leftMs = minuteMs - (Date.now() % minuteMs);
      if (leftMs < neededMs) await sleep(leftMs + 100);
      const minute = minuteOf(Date.now());
      const result = await work();
      if (minuteOf(Date.now()) === minute) return result;
      if (count === tries) throw new Error('This machine is too slow: the requests did not fit into a minute');
    }
  }

  const sendAtOnce = (call: Call, count: number, route: string): Promise<Answer[]> =>
    Promise.all(Array.from({ length: count }, () => call(route)));

  const tally = (answers: readonly Answer[]) => ({
    granted: answers.filter(({ status }) => status === 200).length,
    refused: answers.filter(({ status }) => status === 429).length,
  });

  overEveryBus('the limit of a minute', (hub) => {
    let tenant: Tenant;
    beforeAll(async () => {
      tenant = await aTenant(hub);
    });
    const newConnection = (name: string) => tenant.connect(name, { location_id: tenant.location_ids[0] });

    test(
      'is ten for lists of orders',
      async () => {
        const { lists, other } = await withinOneMinute(async () => {
          const { call } = await newConnection('lister');
          return {
            lists: await sendAtOnce(call, highLoadPerMinute + 1, 'GET /location/orders'),
            other: await call('GET /location'),
          };
        });
        expect(tally(lists)).toEqual({ granted: highLoadPerMinute, refused: 1 });
        expect(other.status).toBe(200);
      },
      testMs,
    );
  });
});

/** A hub answers every example body of the API document with 200, knows all its fields, and answers a repetition with the same key as at first. */
describe('examples', () => {
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
});
