/** Random bodies and queries about customers never cause a 500; a random filter finds what its pattern matches. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { TestCaller } from '@order-hub/testing/call';
import { expectDocumented, mutated, strangeValue } from '@order-hub/testing/mutations';
import fc from 'fast-check';
import { aCustomer, aListOf } from './builders.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
let as: TestCaller;
let path: string;
let id: string;
const whole = { ...aCustomer({ custom_fields: { a: { b: [1, null] } } }), private_ref: 'r' };

beforeAll(async () => {
  customers = await startTestCustomers();
  ({ as, path } = await aListOf(customers));
  id = (await customers.call(`POST ${path}`, { as, body: whole })).body.id;
});
afterAll(() => customers.close());

const runs = { numRuns: 200 };
const anyMutation = mutated({ ...whole, private_ref: undefined }, { ignored: ['anonymised', 'nb_orders'] });

/** Sends random bodies. */
const expectDocumentedAnswers = (bodies: fc.Arbitrary<unknown>, route: () => string) =>
  fc.assert(
    fc.asyncProperty(bodies, async (body) =>
      expectDocumented(await customers.call(route(), { as, body: JSON.stringify(body) ?? 'null' }), [200, 400, 422]),
    ),
    runs,
  );

test.each<[string, fc.Arbitrary<unknown>, () => string]>([
  ['creations', anyMutation, () => `POST ${path}`],
  ['updates', anyMutation, () => `PATCH ${path}/${id}`],
  ['bodies of any form', strangeValue(), () => `POST ${path}`],
])('%s', (_what, bodies, route) => expectDocumentedAnswers(bodies, route), 120_000);

test('queries', () => {
  const name = fc.constantFrom('private_ref', 'email', 'phone', 'count', 'cursor');
  const value = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^[a-c*%_\\@]{0,8}$/),
  );
  return fc.assert(
    fc.asyncProperty(fc.dictionary(name, value), async (filters) => {
      const { status } = await customers.call(`GET ${path}?${new URLSearchParams(filters).toString()}`, { as });
      expect([200, 400, 422]).toContain(status);
    }),
    runs,
  );
});

test('a filter finds the emails that its pattern matches', async () => {
  const letters = fc.stringMatching(/^[abAB%_\\.]{0,6}$/);
  const emails = fc.sample(letters, { numRuns: 40, seed: 7 });
  const { as: by, path: of } = await aListOf(customers);
  for (const email of emails) await customers.call(`POST ${of}`, { as: by, body: { email } });
  const filter = fc.array(letters, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('*'));
  await fc.assert(
    fc.asyncProperty(filter, async (email) => {
      const pattern = email
        .split('*')
        .map((piece) => piece.replace(/[.\\]/g, '\\$&'))
        .join('.*');
      const expected = emails.filter((each) => new RegExp(`^${pattern}$`, 'i').test(each));
      const { body } = await customers.call(`GET ${of}?${new URLSearchParams({ email }).toString()}`, { as: by });
      expect(body.map((customer: { email: string }) => customer.email)).toEqual(expected);
    }),
    runs,
  );
});
