import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { migrator, openDatabase, type Database } from '@order-hub/shared/database';
import { freshDatabase, type FreshDatabase } from '@order-hub/shared/testing/fresh-database';
import { migrations } from '../migrations/index.ts';

let database: FreshDatabase;
let db: Database;
beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase({ url: database.url, schema: 'orders' });
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

async function shape() {
  const columns = await db.query(
    `select table_name, column_name, data_type, is_nullable, collation_name from information_schema.columns
     where table_schema = 'orders' and table_name not like 'migrations%' order by 1, 2`,
  );
  const indexes = await db.query(
    `select indexdef from pg_indexes where schemaname = 'orders' and tablename not like 'migrations%' order by 1`,
  );
  return [...columns.rows, ...indexes.rows];
}

test('down takes everything away, and up again makes the same', async () => {
  const before = await shape();
  expect(before.length).toBeGreaterThan(20);
  const knex = migrator({ url: database.url, schema: 'orders', migrations });
  try {
    await knex.migrate.rollback(undefined, true);
    expect(await shape()).toEqual([]);
    await knex.migrate.latest();
    expect(await shape()).toEqual(before);
  } finally {
    await knex.destroy();
  }
});
