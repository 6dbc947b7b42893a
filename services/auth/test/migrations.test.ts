import { expect, test } from '@jest/globals';
import { migrator, openDatabase } from '@order-hub/shared/database';
import { freshDatabase } from '@order-hub/shared/testing/fresh-database';
import { migrations } from '../migrations/index.ts';

test('the schema goes down to nothing and up again to the same', async () => {
  const database = await freshDatabase();
  const db = openDatabase({ url: database.url, schema: 'auth' });
  const knex = migrator({ url: database.url, schema: 'auth', migrations });
  const shape = async () =>
    (
      await db.query(
        `select table_name, column_name, data_type, is_nullable from information_schema.columns
         where table_schema = 'auth' and table_name not like 'migrations%' order by 1, 2`,
      )
    ).rows;
  const before = await shape();
  await knex.migrate.rollback(undefined, true);
  expect(await shape()).toEqual([]);
  await knex.migrate.latest();
  expect(await shape()).toEqual(before);
  await knex.destroy();
  await db.end();
  await database.drop();
});
