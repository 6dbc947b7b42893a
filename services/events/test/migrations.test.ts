import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { migrator } from '@order-hub/shared/database';
import { freshDatabase, type FreshDatabase } from '@order-hub/shared/testing/fresh-database';
import { migrations } from '../migrations/index.ts';

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

test('the schema goes down to nothing and up again', async () => {
  const knex = migrator({ url: database.url, schema: 'events', migrations });
  try {
    await knex.migrate.rollback(undefined, true);
    await knex.migrate.latest();
    const [, pending] = (await knex.migrate.list()) as [unknown[], unknown[]];
    expect(pending).toEqual([]);
  } finally {
    await knex.destroy();
  }
});
