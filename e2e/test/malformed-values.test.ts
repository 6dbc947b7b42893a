/**
 * Each field of each body and each query parameter gets values that it cannot have: never a 500, a refusal wherever the
 * API document does not allow the value, and then nothing is stored. Sent to the services as the gateway and other services
 * do, because the gateway limits how many requests a connection may send.
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Schemas } from '@order-hub/client';
import { everyRight } from '@order-hub/operator/tenant';
import { byteTypesOf } from '@order-hub/shared/byte-body';
import { callerTokenHeader, signCallerToken } from '@order-hub/shared/caller-token';
import type { Endpoint } from '@order-hub/shared/endpoint';
import { newId } from '@order-hub/shared/ids';
import { jsonSchema, type Components } from '@order-hub/shared/json-schema';
import type { ServiceName } from '@order-hub/shared/neighbours';
import type { Principal, PrincipalKind, UserPlace } from '@order-hub/shared/principal';
import { serviceTokenHeader, signServiceToken } from '@order-hub/shared/service-token';
import { signUserToken, userTokenHeader } from '@order-hub/shared/user-token';
import { eventually } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import pg from 'pg';
import { jsonTextOf, textsFor, valuesFor } from '../src/malformed-values.ts';
import { aRefusedAttempt } from '../src/refusals/refused-attempt.ts';
import { aLoyalCustomer } from '../src/loyal-customer.ts';
import { hubKeys } from '../src/hub-keys.ts';
import { anOwnCatalog } from '../src/own-catalog.ts';
import { aMember, aTenant } from '../src/tenant.ts';
import { declaredEndpoints, servicesWithEndpoints, type Declared } from './endpoint-lists.ts';
import { passedHubs, type SharedHub } from './hubs.ts';

const concurrency = 16;
const shownMax = 20;
const testMs = 300_000;

type Sent = Declared & { field: string; value: unknown; isRefused: boolean; query?: string; body?: string };
type Answer = { status: number; text: string };

const declared = await declaredEndpoints();

const isFile = ({ body }: Endpoint) => body !== undefined && byteTypesOf(body)?.includes('application/json') === false;

const seen = new Set<Endpoint['body']>();

function requestsTo({ service, endpoint }: Declared): Sent[] {
  const components: Components = {};
  const { body, query } = endpoint;
  const bodies =
    body === undefined || isFile(endpoint)
      ? []
      : valuesFor(jsonSchema(body, 'input', components), components, seen.has(body));
  seen.add(body);
  const queries = Object.entries(query.shape).flatMap(([field, schema]) =>
    textsFor(jsonSchema(schema, 'input', components), components).map((given) => ({ field, ...given })),
  );
  return [
    ...bodies.map((sent) => ({ service, endpoint, field: sent.path, ...sent, body: jsonTextOf(sent.body) })),
    ...queries.map(({ field, text, isRefused }) => {
      const sent = new URLSearchParams({ [field]: text }).toString();
      return { service, endpoint, field: `?${field}`, value: text, isRefused, query: sent };
    }),
  ];
}

/** How many values a field gets: a few, others for each field, so that every kind of value is sent to many fields. */
const valuesMax = sized(2, Infinity);

function sampled(sent: readonly Sent[]): Sent[] {
  const byField = new Map<string, Sent[]>();
  for (const one of sent) byField.set(one.field, [...(byField.get(one.field) ?? []), one]);
  return [...byField.values()].flatMap((values, index) => {
    const step = Math.max(1, Math.floor(values.length / valuesMax));
    return values.filter((_, at) => valuesMax >= values.length || (at + index) % step === 0).slice(0, valuesMax);
  });
}

const all = declared.flatMap((each) => sampled(requestsTo(each)));
const isPublic = ({ endpoint }: Sent) => endpoint.access === 'public';
/** Not for the user of this test, who owns everything: refused before the body is read. */
const isForMembers = ({ endpoint: { roles } }: Sent) => roles?.includes('owner') === false;

/** A line that changes with any row of a table. */
const rowsOf = (table: string) => `
  select '${table}' as name, count(*)::int as rows, md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as digest
  from ${table} as t`;

const [hub] = passedHubs().hubs as [SharedHub];
const db = new pg.Client({ connectionString: hub.database_url });
const keys = hubKeys(hub);

type Table = { name: string; rows: number; digest: string };

/**
 * Each table of each service, by name; partitions are part of their table. Without those that the hub writes at any time: the
 * uses of connections, which the gateway reports, the outboxes, which empty themselves, and the events of earlier tests that
 * are given up.
 */
async function fingerprint(): Promise<Table[]> {
  const { rows: tables } = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     join pg_class p on p.oid = format('%I.%I', schemaname, tablename)::regclass and not p.relispartition
     where schemaname = any($1) and tablename not like 'migrations%' and tablename <> all($2)`,
    [servicesWithEndpoints, ['connection_uses', 'outbox', 'dropped_events']],
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
    expect(refused.length).toBeGreaterThan(sized(500, 5_000));
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
    expect(others.length).toBeGreaterThan(sized(100, 1_000));
    expect(await sendAll(others, ({ status }) => status >= 500)).toEqual([]);
  },
  testMs,
);
