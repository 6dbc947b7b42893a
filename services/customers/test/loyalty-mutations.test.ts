/** Whatever a client sends of cards and operations: never a 500, and every error in the documented shape. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { aMember, type Member } from './loyalty-builders.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
let member: Member;
let card: any;
beforeAll(async () => {
  customers = await startTestCustomers();
  member = await aMember(customers);
  card = await member.card({ ref: 'C', name: 'Coffee' });
});
afterAll(() => customers.close());

const strange = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom<unknown>(
    ...['', '\0', '\ud800', '__proto__', 'constructor', 'NaN', '-0', '1e1000000', '9'.repeat(400), 'x'.repeat(300)],
    ...['-0.0000000000', '../../..', '%2f', '9'.repeat(24), `-${'9'.repeat(24)}.${'9'.repeat(10)}`, 'x'.repeat(20_000)],
    ...[null, true, -1, 1.1, 1e308, Number.MAX_SAFE_INTEGER, [], {}, [[]], { id: 'x' }],
  ),
);

/** A body with one to three of its fields, or of others, replaced or taken away. */
const mutated = (body: object) =>
  fc
    .dictionary(
      fc.oneof(fc.constantFrom(...Object.keys(body), 'id', 'balance', 'new_balance'), fc.string()),
      fc.option(strange, { nil: undefined }),
      { minKeys: 1, maxKeys: 3 },
    )
    .map((changes) => ({ ...body, ...changes }));

async function expectDocumented(route: string, body: unknown) {
  const answer = await member.call(route, JSON.stringify(body) ?? 'null');
  expect([200, 400, 404, 422]).toContain(answer.status);
  if (answer.status === 200) return;
  expect(answer.body).toMatchObject({ message: expect.any(String), error_type: expect.any(String) });
  if (answer.status !== 422) return;
  for (const error of answer.body.errors) {
    expect(error).toEqual({ field: expect.any(String), message: expect.any(String) });
  }
}

const changes = (body: object) => fc.oneof({ arbitrary: mutated(body), weight: 5 }, strange);

test.each<[string, () => [string, object]]>([
  ['new cards', () => ['POST /loyalty_cards', { customer_id: member.customer_id, name: 'N', ref: 'R' }]],
  ['updates of a card', () => [`PATCH /loyalty_cards/${card.id}`, { name: 'N', ref: 'R' }]],
  ['operations', () => [`POST /loyalty_cards/${card.id}/operations`, { delta: '1', reason: 'R', order_id: 'O' }]],
])(
  '%s',
  (_what, target) => {
    const [route, body] = target();
    return fc.assert(
      fc.asyncProperty(changes(body), (sent) => expectDocumented(route, sent)),
      { numRuns: 300 },
    );
  },
  120_000,
);

test('queries', () => {
  const name = fc.constantFrom('customer_id', 'name', 'ref', 'count', 'cursor');
  return fc.assert(
    fc.asyncProperty(fc.dictionary(name, fc.string({ unit: 'grapheme' })), async (filters) => {
      const query = new URLSearchParams(filters).toString();
      for (const path of ['/loyalty_cards', `/loyalty_cards/${card.id}/operations`]) {
        expect([200, 400, 422]).toContain((await member.call(`GET ${path}?${query}`)).status);
      }
    }),
    { numRuns: 150 },
  );
}, 120_000);

test('ids in paths', () =>
  fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), async (text) => {
      const id = encodeURIComponent(text.toWellFormed());
      if (/^\.+$/.test(id)) return;
      for (const path of [`/loyalty_cards/${id}`, `/loyalty_cards/${card.id}/operations/${id}`]) {
        expect((await member.call(`GET ${path}`)).status).toBe(404);
      }
    }),
    { numRuns: 100 },
  ));
