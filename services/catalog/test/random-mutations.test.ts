/** Random catalogs never cause a 500, and a refused one changes nothing. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aCaller } from '@order-hub/testing/call';
import { expectDocumented, mutated, strangeValue } from '@order-hub/testing/mutations';
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

const strange = strangeValue(
  ...['food', 'terrace', 'toppings', 'cola-33', '1.00 EUR', '12345678', '100', 'single', ['food'], { ref: 'food' }],
);

const stored = async () => {
  const { body, headers } = await catalog.call(`GET /catalogs/${id}`, { as });
  return { body, tag: headers.get('etag') };
};

test('an update with anything', async () => {
  const outcomes = new Map<number, number>();
  let before = await stored();
  await fc.assert(
    fc.asyncProperty(mutated(aCatalog(), { strange }), async (body) => {
      const answer = await catalog.call(`PUT /catalogs/${id}`, { as, body: JSON.stringify(body) ?? 'null' });
      const { status } = answer;
      expectDocumented(answer, [200, 400, 422]);
      outcomes.set(status, (outcomes.get(status) ?? 0) + 1);
      const after = await stored();
      if (status === 200) {
        expect(answer.body).toEqual(after.body);
        expect(catalogView.strict().parse(answer.body)).toEqual(answer.body);
        before = after;
      } else {
        if (status === 422) expect(answer.body.errors).not.toEqual([]);
        expect(after).toEqual(before);
      }
    }),
    { numRuns: 400 },
  );
  expect([...outcomes.keys()].sort()).toEqual(expect.arrayContaining([200, 422]));
});
