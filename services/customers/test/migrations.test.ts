import { expect, test } from '@jest/globals';
import { migrator } from '@order-hub/shared/database';
import { freshDatabase } from '@order-hub/shared/testing/fresh-database';
import { migrations } from '../migrations/index.ts';

test('the schema goes up, down and up again', async () => {
  const database = await freshDatabase();
  const knex = migrator({ url: database.url, schema: 'customers', migrations });
  try {
    await knex.migrate.rollback(undefined, true);
    expect(await knex.migrate.currentVersion()).toBe('none');
    const [, applied] = (await knex.migrate.latest()) as [number, string[]];
    expect(applied).toEqual(migrations.map(({ name }) => name));
  } finally {
    await knex.destroy();
    await database.drop();
  }
});
