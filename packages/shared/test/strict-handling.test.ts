/** Unknown fields and parameters are named, and refused on request (docs/api/conventions.md#strict-handling). */
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller, callOn, testOperatorKey } from '@order-hub/testing/call';
import { keysOf } from '@order-hub/testing/keys';
import { z } from 'zod';
import { emptyView, endpoint } from '../src/http/endpoint.ts';
import { httpApp } from '../src/http/http-app.ts';
import { listen, portOf, stopListening } from '../src/http/http-server.ts';
import { silentLog } from '../src/process/log.ts';
import { listOf, mapOf } from '../src/values/lists.ts';

const option = z.object({ name: z.string() });
const item = z.object({ price: z.string().optional(), options: listOf(option, 10).optional() });
let handled = 0;

const endpoints = [
  endpoint('POST /locations/:location_id/things', {
    summary: 'Create',
    access: ['location'],
    query: { dry_run: z.string().optional() },
    body: z.object({
      items: z.array(item).optional(),
      deals: mapOf(z.string(), z.object({ ref: z.string() }), 10).optional(),
      custom_fields: z.custom<object>().optional(),
      info: z.record(z.string(), z.unknown()).optional(),
      either: z.union([z.object({ a: z.int() }), z.object({ b: z.int() }), z.string()]).optional(),
    }),
    bodyBytesMax: 1_048_576,
    reply: emptyView,
    handle: () => {
      handled += 1;
      return {};
    },
  }),
  endpoint('GET /locations/:location_id/things', {
    summary: 'List',
    access: ['location'],
    query: { email: z.string().optional() },
    reply: emptyView,
    handle: () => ({}),
  }),
  endpoint('GET /user', { summary: 'Who', access: 'any', reply: emptyView, handle: () => ({}) }),
  endpoint('POST /operator/things', {
    summary: 'Create',
    access: { principals: ['operator'] },
    body: z.object({}),
    reply: emptyView,
    handle: () => ({}),
  }),
];

let server: Server;
let call: ReturnType<typeof callOn>;
beforeAll(async () => {
  const app = httpApp({
    ...{ service: 'things', endpoints, deps: {}, ...keysOf('orders'), operatorKeys: [testOperatorKey], log: silentLog },
    ...{ readiness: () => Promise.resolve({ reason: null, degraded: [] }), checkReplies: true },
  });
  server = await listen(app, { host: '127.0.0.1', port: 0 });
  call = callOn(portOf(server), 'things');
});
afterAll(() => stopListening(server));

const as = aCaller();
const path = `/locations/${as.location_id}/things`;
const strictly = { Prefer: 'handling=strict' };
const send = (body: unknown, headers: Record<string, string> = {}, query = '') =>
  call(`POST ${path}${query}`, { as, body, headers });

const unknown: [string, object, string, string][] = [
  ['at the top', { itemz: [] }, 'itemz', 'is unknown; did you mean `items`?'],
  ['in an array', { items: [{}, { prise: '1' }] }, 'items.1.prise', 'is unknown; did you mean `price`?'],
  ['in a list', { items: [{ options: [{ name: 'a', nmae: 'b' }] }] }, 'items.0.options.0.nmae', 'is unknown'],
  ['in a map', { deals: { d1: { ref: 'a', refs: 'b' } } }, 'deals.d1.refs', 'is unknown; did you mean `ref`?'],
  ['in one form of several', { either: { a: 1, c: 2 } }, 'either.c', 'is unknown'],
  ['that resembles nothing', { first_name: 'Ada' }, 'first_name', 'is unknown'],
  ['of an object', { toString: 1 }, 'toString', 'is unknown'],
];

describe.each(unknown)('a field %s', (_where, body, field, message) => {
  test('is refused by strict handling, and nothing is done', async () => {
    const before = handled;
    const answer = await send(body, strictly);
    expect([answer.status, answer.body.code, handled]).toEqual([422, 'unknown_fields', before]);
    expect(answer.body.errors).toEqual([{ field, message: expect.stringContaining(message) }]);
    expect(answer.headers.get('preference-applied')).toBe('handling=strict');
    expect(answer.headers.get('ignored-fields')).toBeNull();
  });

  test('is ignored otherwise, and named', async () => {
    const answer = await send(body);
    expect([answer.status, answer.headers.get('ignored-fields')]).toEqual([200, field]);
    expect(answer.headers.get('preference-applied')).toBeNull();
  });
});

test('known fields, and those with keys of the client, leave no trace', async () => {
  const body = {
    items: [{ price: '1', options: [{ name: 'a' }] }],
    deals: { any: { ref: 'a' } },
    custom_fields: { mine: { deep: [1] } },
    info: { a: { b: 1 } },
    either: 'x',
  };
  expect((await send(body)).headers.get('ignored-fields')).toBeNull();
  expect((await send(body, strictly, '?dry_run=1')).status).toBe(200);
  expect((await send({ either: { b: 1 } }, strictly)).status).toBe(200);
});

test('a request with unknown names in its query and its body gets all of them', async () => {
  const { body } = await send({ itemz: [], x: 1 }, strictly, '?dry_rum=1');
  expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(['dry_rum', 'itemz', 'x']);
  expect((await send({ itemz: [] }, {}, '?dry_rum=1')).headers.get('ignored-fields')).toBe('dry_rum, itemz');
});

test('a refused body names what was ignored, too', async () => {
  const { status, headers } = await send({ itemz: [], items: 1 });
  expect([status, headers.get('ignored-fields')]).toEqual([422, 'itemz']);
});

describe('a query parameter', () => {
  test.each([
    [`GET ${path}?first_name=Ada`, 'first_name'],
    [`GET ${path}?emial=a&email=b`, 'emial'],
    ['GET /user?x=1&x=2', 'x'],
    ['GET /user?toString=1', 'toString'],
  ])('that the endpoint lacks: %s', async (route, name) => {
    const lenient = await call(route, { as: { ...as, scope: 'profile' } });
    expect([lenient.status, lenient.headers.get('ignored-fields')]).toEqual([200, name]);
    const strict = await call(route, { as: { ...as, scope: 'profile' }, headers: strictly });
    expect([strict.status, strict.body.code, strict.body.errors[0].field]).toEqual([422, 'unknown_fields', name]);
  });

  test('that it has', async () => {
    expect((await call(`GET ${path}?email=a`, { as, headers: strictly })).status).toBe(200);
  });
});

test.each([
  ['handling=strict', 422],
  ['HANDLING = "strict"', 422],
  ['respond-async, handling=strict; x=1', 422],
  ['return=minimal', 200],
  ['handling=lenient', 200],
  ['handling=lenient, handling=strict', 200],
  ['handling', 200],
  ['x-handling=strict', 200],
  [',,;=', 200],
])('Prefer: %s', async (prefer, status) => {
  const answer = await send({ itemz: [] }, { Prefer: prefer });
  expect([answer.status, answer.headers.has('preference-applied')]).toEqual([status, status === 422]);
});

test('the header is bounded and plain, whatever the names', async () => {
  const strange = await send({ 'a, b\n"é🍕%': 1 });
  expect(strange.headers.get('ignored-fields')).toBe('a%2C%20b%0A%22%C3%A9%F0%9F%8D%95%25');
  const long = await send({ ['é'.repeat(100_000)]: 1 });
  expect(long.headers.get('ignored-fields')).toBe('%C3%A9'.repeat(80));
  const many = await send(Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`unknown_${index}`, 1])));
  const value = many.headers.get('ignored-fields') ?? '';
  expect(value.length).toBeLessThanOrEqual(1_024);
  expect(value).toMatch(/^unknown_0, .*, more=\d+$/);
});

test('strict handling names at most 100 fields', async () => {
  const body = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`unknown_${index}`, 1]));
  expect((await send(body, strictly)).body.errors).toHaveLength(100);
});

test('endpoints for operators and services have no strict handling', async () => {
  const answer = await call('POST /operator/things', {
    ...{ operatorKey: testOperatorKey, headers: strictly, body: { x: 1 } },
  });
  expect([answer.status, answer.headers.get('preference-applied'), answer.headers.get('ignored-fields')]).toEqual([
    ...[200, null, null],
  ]);
});

describe('a path with other methods', () => {
  test.each([
    [`PATCH ${path}`, 'POST, GET, HEAD'],
    [`DELETE ${path}/`, 'POST, GET, HEAD'],
    ['PUT /user', 'GET, HEAD'],
  ])('%s: 404, with the methods', async (route, allowed) => {
    const { status, body, headers } = await call(route, { as });
    expect([status, body.error_type, body.code]).toEqual([404, 'routing_error', 'method_not_supported']);
    expect(headers.get('allow')).toBe(allowed);
    expect(body.message).toContain(allowed);
  });

  test.each(['GET /nowhere', 'GET /operator/things', `GET ${path}/x`])('%s is no such path', async (route) => {
    const { status, body, headers } = await call(route, { as });
    expect([status, body.code, headers.get('allow')]).toEqual([404, 'routing_error', null]);
  });
});

test('an error links to the guide of the hub that the gateway names', async () => {
  const headers = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'hub.test' };
  const { body } = await call('GET /nowhere', { headers });
  expect(body.documentation_url).toBe('https://hub.test/docs/errors#routing_error');
});
