import { gauge } from '../process/metric.ts';
import { sample, type Reading } from '../process/readings.ts';
import type { Database } from './database.ts';

const rows = gauge('hub_table_rows', 'Rows of a table, as PostgreSQL estimates them.', ['table']);
const deadRows = gauge('hub_table_dead_rows', 'Deleted rows of a table that were not vacuumed yet, estimated.', [
  'table',
]);

type TableRow = { table: string; rows: string; dead_rows: string };

/** PostgreSQL's own statistics: no table is read. The partitions of a table count as one. */
const tableStatistics = `
  select coalesce(pg_partition_root(s.relid), s.relid::regclass)::text as table,
    sum(s.n_live_tup) as rows, sum(s.n_dead_tup) as dead_rows
  from pg_stat_user_tables s where s.schemaname = $1 and s.relname not like 'migrations%' group by 1`;

/** How large the tables of a schema are. */
export const tableReading = (db: Database, schema: string): Reading => ({
  name: 'tables',
  async read() {
    const found = await db.query<TableRow>(tableStatistics, [schema]);
    return found.rows.flatMap(({ table, ...estimates }) => [
      sample(rows, { table }, Number(estimates.rows)),
      sample(deadRows, { table }, Number(estimates.dead_rows)),
    ]);
  },
});
