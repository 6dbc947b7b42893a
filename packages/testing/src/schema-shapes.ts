import { openDatabase } from '@order-hub/shared/database';
import { migrator } from '@order-hub/shared/migrate';
import type { Migration } from '@order-hub/shared/migration';
import { freshDatabase } from './servers/fresh-database.ts';

/** Columns, indexes and functions of a schema, without knex's own tables. */
const shape = `
  select concat_ws(' ', table_name, column_name, data_type, is_nullable, collation_name) as part
  from information_schema.columns where table_schema = $1 and table_name not like 'migrations%'
  union all
  select indexdef from pg_indexes where schemaname = $1 and tablename not like 'migrations%'
  union all
  select pg_get_functiondef(p.oid) from pg_proc p where p.pronamespace = to_regnamespace($1)
  order by part`;

/** The shape of a schema after all migrations, after rolling them back, and after migrating again. */
export async function schemaShapes(schema: string, migrations: readonly Migration[]) {
  const { url, drop } = await freshDatabase();
  const db = openDatabase({ url, schema });
  const knex = migrator({ url, schema, migrations });
  const parts = async () => (await db.query<{ part: string }>(shape, [schema])).rows.map(({ part }) => part);
  try {
    const up = await parts();
    await knex.migrate.rollback(undefined, true);
    const down = await parts();
    await knex.migrate.latest();
    return { up, down, upAgain: await parts() };
  } finally {
    await knex.destroy();
    await db.end();
    await drop();
  }
}
