/** Whatever a client sends about customers: never a 500, and every error in the documented shape (docs/api/errors.md#error-body). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { TestCaller } from '@order-hub/testing/call';
import fc from 'fast-check';
import { aCustomer, aListOf } from './builders.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
let as: TestCaller;
let path: string;
let id: string;
const whole = {
  ...aCustomer({ custom_fields: { a: { b: [1, null] } } }),
  private_ref: 'r',
  anonymised: false,
  nb_orders: 0,
};

beforeAll(async () => {
  customers = await startTestCustomers();
  ({ as, path } = await aListOf(customers));
  id = (await customers.call(`POST ${path}`, { as, body: whole })).body.id;
});
afterAll(() => customers.close());

const strange = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom<unknown>(
    ...['', '\0', '\ud800', '\u0001\u0002', 'İ', 'ẞ', '__proto__', 'constructor', 'NaN', '1e400', 'x'.repeat(300)],
    ...['😀'.repeat(255), '*', '%', '\\', null, true, -1, 1e308, [], {}, [[]], [null], { id: {} }],
  ),
);

const mutated = fc
  .array(fc.tuple(fc.constantFrom(...Object.keys(whole)), fc.option(strange, { nil: undefined })), {
    minLength: 1,
    maxLength: 3,
  })
  .map((changes) => ({ ...whole, private_ref: undefined, ...Object.fromEntries(changes) }));

async function expectDocumented(route: string, body: unknown) {
  const answer = await customers.call(route, { as, body: JSON.stringify(body) ?? 'null' });
  expect([200, 400, 422]).toContain(answer.status);
  if (answer.status === 200) return;
  expect(answer.body).toMatchObject({ message: expect.any(String), error_type: expect.any(String) });
  for (const error of answer.body.errors ?? [])
    expect(error).toEqual({ field: expect.any(String), message: expect.any(String) });
}

const runs = { numRuns: 200 };

test(
  'creations',
  () =>
    fc.assert(
      fc.asyncProperty(mutated, (body) => expectDocumented(`POST ${path}`, body)),
      runs,
    ),
  120_000,
);

test(
  'updates',
  () =>
    fc.assert(
      fc.asyncProperty(mutated, (body) => expectDocumented(`PATCH ${path}/${id}`, body)),
      runs,
    ),
  120_000,
);

test(
  'anything at all',
  () =>
    fc.assert(
      fc.asyncProperty(strange, (body) => expectDocumented(`POST ${path}`, body)),
      runs,
    ),
  120_000,
);

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
}, 120_000);

test('what a filter finds is what a pattern matches', async () => {
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
      const expected = emails.filter((one) => new RegExp(`^${pattern}$`, 'i').test(one));
      const { body } = await customers.call(`GET ${of}?${new URLSearchParams({ email }).toString()}`, { as: by });
      expect(body.map((one: { email: string }) => one.email)).toEqual(expected);
    }),
    runs,
  );
}, 120_000);
