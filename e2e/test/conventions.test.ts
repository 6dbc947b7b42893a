/** The conventions of the API (docs/api/conventions.md), through the gateway and the services behind it. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { signCallerToken } from '@order-hub/shared/caller-token';
import { updateHandling } from '@order-hub/shared/management/clients';
import { operatorClient } from '@order-hub/operator/client';
import { everyRight } from '@order-hub/operator/tenant';
import { eventually } from '@order-hub/testing/call';
import { callWith, type Call } from '../src/call-api.ts';
import { hubKeys } from '../src/hub-keys.ts';
import { sendRaw } from '../src/raw-request.ts';
import { aTenant, type Connected, type Tenant } from '../src/tenant.ts';
import { overEveryBus } from './over-every-bus.ts';

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
      expect((await call('GET /account')).body).toEqual({ id: tenant.account_id, name: 'Pizzeria', currency: 'EUR' });
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
      for (const route of ['GET /other', 'GET /v2/location', 'POST /management/users', 'GET /internal/connections/x']) {
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
      expect(answer).toMatchObject({ status: 401, body: { error_type: 'unauthorized', message: expect.any(String) } });
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
