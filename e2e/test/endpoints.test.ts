import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Schemas } from '@order-hub/client';
import { everyRight } from '@order-hub/operator/tenant';
import { byteTypesOf } from '@order-hub/shared/byte-body';
import { callerTokenHeader, signCallerToken } from '@order-hub/shared/caller-token';
import type { Endpoint } from '@order-hub/shared/endpoint';
import { newId } from '@order-hub/shared/ids';
import { jsonSchema, type Components } from '@order-hub/shared/json-schema';
import type { ServiceName } from '@order-hub/shared/neighbours';
import type { Principal, PrincipalKind, UserPlace } from '@order-hub/shared/principal';
import { ownerRole, type Role, roleNames } from '@order-hub/shared/roles';
import { serviceTokenHeader, signServiceToken } from '@order-hub/shared/service-token';
import { signUserToken, userTokenHeader } from '@order-hub/shared/user-token';
import { eventually } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import pg from 'pg';
import { type Answer, type Call, callWith } from '../src/call-api.ts';
import { hubKeys } from '../src/hub-keys.ts';
import { aLoyalCustomer } from '../src/loyal-customer.ts';
import { contractFields, isOfTheHub } from '../src/bodies/contract-fields.ts';
import { declaredFields } from '../src/bodies/declared-fields.ts';
import { emptyValuesFor } from '../src/bodies/empty-values.ts';
import { jsonTextOf, textsFor, valuesFor } from '../src/bodies/malformed-values.ts';
import { anOwnCatalog } from '../src/own-catalog.ts';
import { aRefusedAttempt } from '../src/refusals/refused-attempt.ts';
import { aMember, aTenant, type Connected, type Tenant } from '../src/tenant.ts';
import { type Declared, declaredEndpoints, isOfApi, methodsOf, servicesWithEndpoints } from './endpoint-lists.ts';
import { passedHubs, type SharedHub } from './hubs.ts';
import { overEveryBus } from './over-every-bus.ts';

const declared = await declaredEndpoints();
const [hub] = passedHubs().hubs as [SharedHub];
const keys = hubKeys(hub);

/**
 * Every role against every endpoint of the API and every call of users, sent to the services as the back office does. What is
 * expected comes from the declarations alone: who is not named is refused (docs/api/back-office.md#people).
 */
describe('the rights of roles', () => {
  const testMs = 120_000;

  const isOfUsers = ({ endpoint: { access } }: Declared) =>
    typeof access === 'object' && 'principals' in access && access.principals.includes('user');

  /** A real location and account, so that a call that is let in finds something; every other id is unknown. */
  async function aPlace() {
    const tenant = await aTenant(hub);
    const [location_id] = tenant.location_ids;
    const place = {
      ...{ account_id: tenant.account_id, account_name: 'Pizzeria', currency: 'EUR' },
      ...{ location_id, location_name: 'Louvre', timezone: 'Europe/Paris' },
      ...{ catalog_id: null, customer_list_id: null },
    };
    const people: Record<Role, { user_id: string }> = {
      owner: tenant,
      manager: await aMember(hub, location_id, 'manager'),
      kitchen: await aMember(hub, location_id, 'kitchen'),
    };
    return { place, people };
  }

  let place: Awaited<ReturnType<typeof aPlace>>['place'];

  let people: Awaited<ReturnType<typeof aPlace>>['people'];

  beforeAll(async () => {
    ({ place, people } = await aPlace());
  });

  const as = (role: Role, at: Omit<UserPlace, 'role'> | null): Principal => ({
    kind: 'user',
    user: { id: people[role].user_id, email: `${role}@example.com` },
    is_confirmed: true,
    place: at && { ...at, role },
  });

  const tokens = new Map<Principal, Promise<string>>();

  async function send({ service, endpoint }: Declared, principal: Principal | null): Promise<number> {
    const ids: Record<string, string | null> = { ...place };
    const path = endpoint.path.replace(/:(\w+)/g, (_match, name: string) => ids[name] ?? newId()).replace('*rest', 'x');
    const token = principal && (tokens.get(principal) ?? signUserToken(keys.auth, principal));
    if (principal && token instanceof Promise) tokens.set(principal, token);
    const response = await fetch(`${hub.service_urls[service]}${path}`, {
      method: endpoint.method,
      redirect: 'manual',
      headers: {
        [serviceTokenHeader]: await signServiceToken(keys['back-office'], 'back-office', service),
        ...(token !== null && { [userTokenHeader]: await token }),
      },
    });
    await response.arrayBuffer();
    return response.status;
  }

  const nameOf = ({ service, endpoint: { method, path } }: Declared) => `${service} ${method} ${path}`;

  type Wrong = { call: string; who: string; status: number };

  /** Sends every call of the list as `who`, and returns those that were answered otherwise than expected. */
  async function wrongOf(list: readonly Declared[], who: string, principal: Principal | null, isRight: IsRight) {
    const wrong: Wrong[] = [];
    for (const each of list) {
      const status = await send(each, principal);
      if (!isRight(each.endpoint, status)) wrong.push({ call: nameOf(each), who, status });
    }
    return wrong;
  }

  type IsRight = (endpoint: Endpoint, status: number) => boolean;

  const isRefused = (status: number) => status === 401 || status === 403;

  const api = declared.filter(({ endpoint }) => isOfApi(endpoint));

  const calls = declared.filter(isOfUsers);

  test.each(roleNames)(
    'a user as %s is let in by the endpoints of the API that name this role, and by no other',
    async (role) => {
      const isRight: IsRight = ({ roles }, status) => {
        if (roles === undefined) return status === 401;
        return roles.includes(role) ? !isRefused(status) : status === 403;
      };
      expect(await wrongOf(api, role, as(role, place), isRight)).toEqual([]);
      expect(api.filter(({ endpoint: { roles } }) => roles?.includes(role)).length).toBeGreaterThan(5);
    },
    testMs,
  );

  test.each(roleNames)(
    'a user as %s makes the calls that name this role, and those that name none only as owner',
    async (role) => {
      const isRight: IsRight = ({ roles = ownerRole }, status) => roles.includes(role) || status === 403;
      // Last: whoever left the location has no role there.
      const list = calls.filter(
        ({ endpoint: { path, roles = ownerRole } }) => !(path.endsWith('/leave') && roles.includes(role)),
      );
      expect(await wrongOf(list, role, as(role, place), isRight)).toEqual([]);
      expect(calls.length).toBeGreaterThan(30);
    },
    testMs,
  );

  test(
    'a user on a page about no place, and nobody, are let in by no endpoint of the API',
    async () => {
      const isRight: IsRight = (_endpoint, status) => isRefused(status);
      expect(await wrongOf(api, 'a user without a place', as('owner', null), isRight)).toEqual([]);
      expect(await wrongOf(api, 'nobody', null, isRight)).toEqual([]);
      expect(await wrongOf(calls, 'nobody', null, isRight)).toEqual([]);
    },
    testMs,
  );
});

/** What the gateway decides about a path holds only if the services have the same opinion (docs/api/conventions.md#base-url). */
describe('the spelling of a path', () => {
  const spellings: Record<string, (path: string) => string> = {
    'with a slash at the end': (path) => `${path}/`,
    'in upper case': (path) => path.replace(/[a-z](?=[^/]*$)/, (letter) => letter.toUpperCase()),
    'with upper case at the start': (path) => path.replace(/[a-z]/, (letter) => letter.toUpperCase()),
  };

  /** A word in the place of an id is an id, whatever its case. */
  const patternOf = ({ path }: Endpoint) => new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`);

  test.each(Object.keys(spellings))(
    '%s is of no endpoint of any service',
    async (name) => {
      const found: string[] = [];
      const plain = declared.filter(({ endpoint: { path } }) => !path.includes('*'));
      for (const { service, endpoint } of plain) {
        const { method } = endpoint;
        const path = spellings[name]!(endpoint.path.replace(/:\w+/g, '0000'));
        if (plain.some((other) => other.service === service && patternOf(other.endpoint).test(path))) continue;
        const response = await fetch(`${hub.service_urls[service]}${path}`, { method, redirect: 'manual' });
        await response.arrayBuffer();
        if (response.status !== 404) found.push(`${method} ${path} of ${service}: ${response.status}`);
      }
      expect(found).toEqual([]);
    },
    120_000,
  );
});

/** A tenant cannot reach another tenant's resources, and a request that bypasses the gateway has no caller. */
describe('isolation', () => {
  const secret = 'secret-of-the-victim';

  const endpoints = declared.map(({ endpoint }) => endpoint).filter(isOfApi);

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
        const list = declared
          .filter(({ service: name, endpoint: { access } }) => name === service && access !== 'public')
          .map(({ endpoint }) => endpoint);
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
});

/** docs/api/conventions.md#fields-of-the-hub */
describe('a field that only this hub has', () => {
  const bodies = declared
    .filter(({ endpoint }) => isOfApi(endpoint) && !isOfTheHub(endpoint.path))
    .flatMap(({ endpoint: { body } }) =>
      body && !byteTypesOf(body)?.every((type) => type !== 'application/json') ? [body] : [],
    );

  const components: Components = {};
  const fields = bodies.flatMap((body) => declaredFields(jsonSchema(body, 'input', components), components));

  test('is marked, so that what cannot be read is ignored; all others are known to every client', () => {
    const wrong = fields.filter(({ schema, name, field }) => {
      const isKnown = contractFields[schema]?.includes(name) === true;
      return isKnown === (field['x-unreadable-is-absent'] === true);
    });
    expect([...new Set(wrong.map(({ schema, name }) => `${schema}.${name}`))]).toEqual([]);
    const own = fields.filter(({ field }) => field['x-unreadable-is-absent'] === true);
    expect([...new Set(own.map(({ name }) => name))].sort()).toEqual([
      ...['acknowledge', 'asap', 'expected_time_pickup', 'multiple_selection', 'nutrition'],
    ]);
    // Whatever is in the list is in a schema, too.
    const found = new Set(fields.map(({ schema, name }) => `${schema}.${name}`));
    const listed = Object.entries(contractFields).flatMap(([schema, names]) =>
      names.map((name) => `${schema}.${name}`),
    );
    expect(listed.filter((name) => !found.has(name))).toEqual([]);
  });
});

/** docs/api/conventions.md#nothing */
describe('a field that says nothing', () => {
  const isOfOrders = ({ endpoint }: Declared) =>
    isOfApi(endpoint) && /\/(?:orders|delivery|customers|loyalty_cards|operations)\b/.test(endpoint.path);

  const sent = declared.filter(isOfOrders).flatMap(({ endpoint: { method, path, body } }) => {
    const components: Components = {};
    const values = body && !byteTypesOf(body) ? emptyValuesFor(jsonSchema(body, 'input', components), components) : [];
    return values.map((value) => ({ ...value, route: `${method} ${path}`, schema: body! }));
  });

  test('is no fault of an order, a delivery or a customer, and means the same as none', () => {
    const faulty = sent.flatMap(({ route, path, value, schema, body, same }) => {
      // A rule between fields may refuse both.
      const [parsed, expected] = [body, same].map((sent) => {
        const { data, error } = schema.safeParse(sent);
        return JSON.stringify(error ? error.issues.map(({ message }) => message) : data);
      });
      return parsed === expected ? [] : [`${route}, ${path}: ${JSON.stringify(value)} is not absent: ${parsed}`];
    });
    expect(faulty).toEqual([]);
    expect(sent.length).toBeGreaterThan(150);
  });
});

/**
 * Each field of each body and each query parameter gets values that it cannot have: never a 500, a refusal wherever the
 * API document does not allow the value, and then nothing is stored. Sent to the services as the gateway and other services
 * do, because the gateway limits how many requests a connection may send.
 */
describe('malformed values', () => {
  const concurrency = 16;
  const shownMax = 20;
  const testMs = 300_000;

  type Sent = Declared & { field: string; value: unknown; isRefused: boolean; query?: string; body?: string };
  type Answer = { status: number; text: string };

  const isFile = ({ body }: Endpoint) =>
    body !== undefined && byteTypesOf(body)?.includes('application/json') === false;

  const seen = new Set<Endpoint['body']>();

  type Counts = { refused: number; others: number };

  const every: Counts = { refused: Infinity, others: Infinity };

  /** How many values a field gets, and one whose schema another endpoint has as well. */
  const counts = sized(
    { first: { refused: 1, others: 1 }, again: { refused: 1, others: 0 } },
    { first: every, again: every },
  );

  let fields = 0;

  /** A few values of each field, others for each, so that every kind of value is sent to many fields. */
  function sampled(sent: readonly Sent[], max: Counts): Sent[] {
    const byField = new Map<string, Sent[]>();
    for (const one of sent) byField.set(one.field, [...(byField.get(one.field) ?? []), one]);
    return [...byField.values()].flatMap((values) => {
      fields += 1;
      const some = (list: readonly Sent[], count: number) =>
        count < list.length ? Array.from({ length: count }, (_, index) => list[(fields + index) % list.length]!) : list;
      const refused = values.filter(({ isRefused }) => isRefused);
      const others = values.filter(({ isRefused }) => !isRefused);
      return [
        ...some(refused, max.refused),
        ...some(others, refused.length === 0 ? Math.max(1, max.others) : max.others),
      ];
    });
  }

  function requestsTo({ service, endpoint }: Declared): Sent[] {
    const components: Components = {};
    const { body, query } = endpoint;
    const isAgain = seen.has(body);
    const bodies =
      body === undefined || isFile(endpoint)
        ? []
        : valuesFor(jsonSchema(body, 'input', components), components, isAgain);
    seen.add(body);
    const queries = Object.entries(query.shape).flatMap(([field, schema]) =>
      textsFor(jsonSchema(schema, 'input', components), components).map((given) => ({ field, ...given })),
    );
    const { first, again } = counts;
    return [
      ...sampled(
        bodies.map((sent) => ({ service, endpoint, field: sent.path, ...sent, body: jsonTextOf(sent.body) })),
        isAgain ? again : first,
      ),
      ...sampled(
        queries.map(({ field, text, isRefused }) => {
          const sent = new URLSearchParams({ [field]: text }).toString();
          return { service, endpoint, field: `?${field}`, value: text, isRefused, query: sent };
        }),
        again,
      ),
    ];
  }

  const all = declared.flatMap(requestsTo);
  const isPublic = ({ endpoint }: Sent) => endpoint.access === 'public';
  /** Not for the user of this test, who owns everything: refused before the body is read. */
  const isForMembers = ({ endpoint: { roles } }: Sent) => roles?.includes('owner') === false;

  /** A line that changes with any row of a table. */
  const rowsOf = (table: string) => `
    select '${table}' as name, count(*)::int as rows, md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as digest
    from ${table} as t`;

  const db = new pg.Client({ connectionString: hub.database_url });

  type Table = { name: string; rows: number; digest: string };

  /**
   * Each table of each service, by name; partitions are part of their table. Without those that the hub writes at any time: the
   * uses of connections, which the gateway reports, the outboxes, which empty themselves, and the events of earlier tests that
   * are pushed again or given up.
   */
  async function fingerprint(): Promise<Table[]> {
    const { rows: tables } = await db.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       join pg_class p on p.oid = format('%I.%I', schemaname, tablename)::regclass and not p.relispartition
       where schemaname = any($1) and tablename not like 'migrations%' and tablename <> all($2)`,
      [servicesWithEndpoints, ['connection_uses', 'outbox', 'dropped_events', 'logged_attempts']],
    );
    const statement = tables.map(({ name }) => rowsOf(name)).join(' union all ');
    return (await db.query<Table>(`${statement} order by name`)).rows;
  }

  /** Events of tests before this one are still pushed and removed meanwhile. None may be added. */
  const isPushing = ({ name }: Table) => /^events\.(callbacks|removed_callbacks|events|changes)$/.test(name);

  /** Whether every message has been delivered: then no table changes because of earlier requests. */
  async function areOutboxesEmpty(): Promise<boolean> {
    const { rows: outboxes } = await db.query<{ name: string }>(
      `select format('%I.outbox', schemaname) as name from pg_tables where schemaname = any($1) and tablename = 'outbox'`,
      [servicesWithEndpoints],
    );
    const waiting = outboxes.map(({ name }) => `exists (select from ${name} where parked_at is null)`).join(' or ');
    const { rows } = await db.query<{ are_empty: boolean }>(`select not (${waiting}) as are_empty`);
    return rows[0]?.are_empty === true;
  }

  /** Whether the gateway has sent this request, and all before it, to the request log. */
  async function isLogged(request_id: string): Promise<boolean> {
    const { rowCount } = await db.query('select from events.logged_requests where id = $1', [request_id]);
    return rowCount === 1;
  }

  /** Ends the test shops of earlier tests that no simulator visits at the moment. Returns whether none is open. */
  async function endTestShops(): Promise<boolean> {
    await db.query(
      'update auth.test_shops set ended_at = now() where ended_at is null and (lease_id is null or leased_until < now())',
    );
    return (await db.query('select from auth.test_shops where ended_at is null')).rowCount === 0;
  }

  let last_request_id: string;
  let ids: Record<string, string>;
  let user: NonNullable<Principal['user']>;
  let place: UserPlace;
  let callers: Record<'location' | 'account', object>;

  beforeAll(async () => {
    await db.connect();
    // Their simulators would place orders meanwhile.
    await eventually(endTestShops);
    const tenant = await aTenant(hub);
    const [location_id] = tenant.location_ids;
    const { account_id } = tenant;
    user = { id: tenant.user_id, email: tenant.owner.email };
    const { api, call, client_id, id: connection_id } = await tenant.connect('shop', { location_id });
    const order: Schemas['OrderCreate'] = {
      status: 'new',
      service_type: 'delivery',
      items: [{ product_name: 'A', price: '1.00 EUR', quantity: '1' }],
    };
    const { id: order_id } = await api.createOrder({ body: order });
    await api.createDelivery({ order_id, body: { carrier: 'bike', status: 'pending' } });
    const [loyal, own] = [await aLoyalCustomer(api, newId()), await anOwnCatalog(api, newId())];
    const connection = { connection_id, client_connection_id: connection_id };
    ids = { ...loyal, ...own, ...connection, location_id, account_id, client_id, user_id: user.id, order_id };
    ids['product_id'] = own.parent_id;
    ids['sku_id'] = own.part_id;
    ids['attempt_id'] = await aRefusedAttempt(api);
    last_request_id = (await call('GET /callback')).headers.get('x-request-id') ?? '';
    ids['member_id'] = (await aMember(hub, location_id, 'kitchen')).member_id;
    // No message is parked, and nobody is invited.
    ids['message_id'] = newId();
    ids['invitation_id'] = newId();
    // Not a special day of the location.
    ids['day'] = '2999-01-01';
    place = {
      ...{ account_id, account_name: 'Pizzeria', currency: 'EUR' },
      ...{ location_id, location_name: 'Louvre', timezone: 'Europe/Paris' },
      ...{ catalog_id: own.catalog_id, customer_list_id: loyal.customer_list_id },
      role: 'owner',
    };
    const caller = {
      ...{ connection_id, connection_name: null, client_id, client_name: 'shop', user_id: tenant.user_id },
      account: { id: account_id, currency: 'EUR' },
      ...{ catalog_id: null, customer_list_id: null, location: { id: location_id, timezone: 'Europe/Paris' } },
    };
    callers = {
      location: { ...caller, location_id, scope: everyRight({ location_id }) },
      account: { ...caller, location_id: null, scope: everyRight({ account_id }) },
    };
  });
  afterAll(() => db.end());

  /** The token of the first service that may call. */
  const serviceTokenOf = ([from = 'gateway']: readonly ServiceName[], to: string) =>
    signServiceToken(keys[from], from, to);

  /** The user, or an operator where only operators may call. */
  async function principalCredentials(
    { service, endpoint: { callers: from } }: Declared,
    kinds: readonly PrincipalKind[],
  ) {
    const kind = kinds.includes('user') ? 'user' : 'operator';
    const principal: Principal = { kind, user, is_confirmed: true, place };
    return {
      [serviceTokenHeader]: await serviceTokenOf(from, service),
      [userTokenHeader]: await signUserToken(keys.auth, principal),
    };
  }

  async function credentialsFor(declaredIn: Declared): Promise<object> {
    const { service, endpoint } = declaredIn;
    const { access, callers: from } = endpoint;
    if (access === 'internal') return { [serviceTokenHeader]: await serviceTokenOf(from, service) };
    if (access === 'public') return {};
    if (access !== 'any' && 'principals' in access) return principalCredentials(declaredIn, access.principals);
    const caller = callers[access === 'any' || access.includes('location') ? 'location' : 'account'] as never;
    return { [callerTokenHeader]: await signCallerToken(keys.gateway, { caller, to: service }, new Date()) };
  }

  /** The path with the tenant's ids: with any other, every value would end in 404. */
  const pathOf = ({ path }: Endpoint) =>
    path
      .replace(/:(\w+)/g, (_match, name: string) => {
        const id = ids[name];
        if (id === undefined) throw new Error(`${path}: give the tenant a ${name}, so that this endpoint is tested`);
        return id;
      })
      .replace('*rest', 'x');

  async function send(sent: Sent, credentials: object): Promise<Answer> {
    const { service, endpoint, body, query } = sent;
    const path = pathOf(endpoint);
    const response = await fetch(`${hub.service_urls[service]}${path}${query === undefined ? '' : `?${query}`}`, {
      method: endpoint.method,
      headers: { 'content-type': 'application/json', ...credentials },
      redirect: 'manual',
      ...(body !== undefined && { body }),
    });
    return { status: response.status, text: await response.text() };
  }

  /** Sends all, some at the same time. Returns a line for each answer that is wrong. */
  async function sendAll(list: readonly Sent[], isWrong: (answer: Answer, sent: Sent) => boolean): Promise<string[]> {
    const wrong: string[] = [];
    const waiting = list.values();
    // Signed once per endpoint of a service: valid for a minute, while its requests follow each other within seconds.
    const credentials = new Map<string, Promise<object>>();
    async function work(): Promise<void> {
      for (const sent of waiting) {
        const { service, endpoint, field, value } = sent;
        const signedFor = `${service} ${endpoint.method} ${endpoint.path}`;
        const signed = credentials.get(signedFor) ?? credentialsFor(sent);
        credentials.set(signedFor, signed);
        const answer = await send(sent, await signed);
        const shown = JSON.stringify(value).slice(0, 60);
        const line = `${endpoint.method} ${endpoint.path}, ${field}: ${shown} → ${answer.status} ${answer.text.slice(0, 200)}`;
        if (isWrong(answer, sent)) wrong.push(line);
      }
    }
    await Promise.all(Array.from({ length: concurrency }, work));
    return wrong.slice(0, shownMax);
  }

  const isRefusal = ({ status }: Answer) => status === 400 || status === 422;

  test(
    'what the API document does not allow is refused, and nothing is stored',
    async () => {
      const refused = all.filter((sent) => sent.isRefused && !isPublic(sent) && !isForMembers(sent));
      expect(refused.length).toBeGreaterThan(sized(1_000, 5_000));
      await eventually(areOutboxesEmpty, 60_000);
      await eventually(() => isLogged(last_request_id));
      const before = await fingerprint();
      expect(await sendAll(refused, (answer) => !isRefusal(answer))).toEqual([]);
      const after = await fingerprint();
      const isStill = (table: Table) => !isPushing(table);
      expect(after.filter(isStill)).toEqual(before.filter(isStill));
      const rowsBefore = new Map(before.map(({ name, rows }) => [name, rows]));
      expect(after.filter(({ name, rows }) => rows > (rowsBefore.get(name) ?? 0))).toEqual([]);
    },
    testMs,
  );

  test(
    'nothing else that a field or a parameter gets is a 500',
    async () => {
      const others = all.filter((sent) => !sent.isRefused || isPublic(sent));
      expect(others.length).toBeGreaterThan(sized(300, 1_000));
      expect(await sendAll(others, ({ status }) => status >= 500)).toEqual([]);
    },
    testMs,
  );
});
