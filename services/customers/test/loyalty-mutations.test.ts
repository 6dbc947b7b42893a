/** Random bodies, queries and ids of loyalty cards and operations never cause a 500. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { expectDocumented, mutated, strangeValue } from '@order-hub/testing/mutations';
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

const ignored = ['id', 'balance', 'new_balance'];
const anyBody = (body: object) => fc.oneof({ arbitrary: mutated(body, { ignored }), weight: 5 }, strangeValue());

test.each<[string, () => [string, object]]>([
  ['new cards', () => ['POST /loyalty_cards', { customer_id: member.customer_id, name: 'N', ref: 'R' }]],
  ['updates of a card', () => [`PATCH /loyalty_cards/${card.id}`, { name: 'N', ref: 'R' }]],
  ['operations', () => [`POST /loyalty_cards/${card.id}/operations`, { delta: '1', reason: 'R', order_id: 'O' }]],
])(
  '%s',
  (_what, target) => {
    const [route, body] = target();
    return fc.assert(
      fc.asyncProperty(anyBody(body), async (sent) =>
        expectDocumented(await member.call(route, JSON.stringify(sent) ?? 'null'), [200, 400, 404, 422]),
      ),
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
});

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
