/** PostgreSQL reads the binary form like the text that pg makes of an array. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { freshDatabase, type FreshDatabase } from '@order-hub/testing/fresh-database';
import fc from 'fast-check';
import { textArray } from '../src/data/binary-array.ts';
import { openDatabase, type Database } from '../src/data/database.ts';

let fresh: FreshDatabase;
let db: Database;
beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.url, schema: 'shared' });
});
afterAll(async () => {
  await db.end();
  await fresh.drop();
});

async function readBack(values: readonly (string | null)[]) {
  const { rows } = await db.query(
    `select $1::text[] as read, $1::text[] is not distinct from $2::text[] as same, array_lower($1::text[], 1) as first,
       array_ndims($1::text[]) as dimensions`,
    [textArray(values), values],
  );
  return rows[0];
}
const filled = (values: readonly (string | null)[]) => ({ read: values, same: true, first: 1, dimensions: 1 });

test.each([
  ['one text', ['a']],
  ['a null', [null]],
  ['an empty text, which is no null', ['', null, '']],
  ['the word NULL', ['NULL', 'null', null]],
  ['quotes, backslashes, braces and commas', ['"', '\\', '\\"', '{}', ',', '{"a":"\\n"}', "'"]],
  ['characters of 1 to 4 bytes', ['aé€😀', '😀', '\n\t\u0001']],
  ['a text of 4 MiB among short ones', ['a', 'é'.repeat(2_097_152), 'b']],
  ['20,000 texts', Array.from({ length: 20_000 }, (_, n) => (n % 3 === 0 ? null : String(n)))],
])('%s', async (_case, values) => {
  expect(await readBack(values)).toEqual(filled(values));
});

test('an empty array', async () => {
  expect(await readBack([])).toEqual({ read: [], same: true, first: null, dimensions: null });
});

test('any texts', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 200 }).filter((value) => !value.includes('\0'));
  const values = fc.array(fc.option(text), { minLength: 1, maxLength: 30 });
  await fc.assert(fc.asyncProperty(values, async (given) => expect(await readBack(given)).toEqual(filled(given))));
});
