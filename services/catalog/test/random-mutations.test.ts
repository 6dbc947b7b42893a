/** Whatever a client sends of a catalog: never a 500, and what is refused changes nothing. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aCaller } from '@order-hub/testing/call';
import fc from 'fast-check';
import { catalogView } from '../src/catalogs/catalog.schema.ts';
import { aCatalog, createCatalog } from './builders.ts';
import { startTestCatalog, type TestCatalog } from './service.ts';

let catalog: TestCatalog;
const as = aCaller();
let id: string;
beforeAll(async () => {
  catalog = await startTestCatalog();
  id = (await createCatalog(catalog, as)).body.id;
});
afterAll(() => catalog.close());

const strange = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom<unknown>(
    ...[
      '',
      '\0',
      '\ud800',
      '__proto__',
      'constructor',
      'food',
      'terrace',
      'toppings',
      'cola-33',
      '1.00 EUR',
      '1.00 USD',
    ],
    ...['NaN', `${'9'.repeat(400)}.00 EUR`, '1e1000000', 'x'.repeat(1_001), '2026-02-30', '12345678', '100', 'single'],
    ...[null, true, -1, 0, 1, 1e308, Number.MAX_SAFE_INTEGER, [], {}, [[]], [null], [{}], ['food'], { ref: 'food' }],
  ),
);

/** Every place in a JSON value, as the keys that lead there. */
const placesIn = (value: unknown): string[][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, child]) => [[key], ...placesIn(child).map((rest) => [key, ...rest])])
    : [];

/** The value with something else, or with `undefined` nothing, at a place. */
function changedAt(value: any, [key = '', ...rest]: string[], to: unknown): unknown {
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[key] = rest.length === 0 ? to : changedAt(value[key], rest, to);
  return copy;
}

const change = fc.tuple(fc.constantFrom(...placesIn(aCatalog())), fc.option(strange, { nil: undefined }));
const mutated = fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) =>
  changes.reduce<unknown>((current, [place, to]) => {
    try {
      return changedAt(current, place, to);
    } catch {
      return current; // An earlier change took the place away.
    }
  }, aCatalog()),
);

const stored = async () => {
  const { body, headers } = await catalog.call(`GET /catalogs/${id}`, { as });
  return { body, tag: headers.get('etag') };
};

test('an update with anything', async () => {
  const outcomes = new Map<number, number>();
  let before = await stored();
  await fc.assert(
    fc.asyncProperty(mutated, async (body) => {
      const { status, body: answer } = await catalog.call(`PUT /catalogs/${id}`, { as, body: JSON.stringify(body) });
      outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
      const after = await stored();
      if (status === 200) {
        expect(answer).toEqual(after.body);
        expect(catalogView.strict().parse(answer)).toEqual(answer);
        before = after;
      } else {
        expect([400, 422]).toContain(status);
        if (status === 422) expect(answer.errors.length).toBeGreaterThan(0);
        expect(after).toEqual(before);
      }
    }),
    { numRuns: 400 },
  );
  expect([...outcomes.keys()].sort()).toEqual(expect.arrayContaining([200, 422]));
}, 120_000);
