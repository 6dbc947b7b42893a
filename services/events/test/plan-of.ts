import type { Database, Queryable } from '@order-hub/shared/database';

type Statement = { text: string; values: unknown[] };

/** The plan of a store's statement: the store gets a connection that explains what it would run. `analyze` runs it, too. */
export async function planOf(
  db: Database,
  run: (explaining: Queryable) => Promise<unknown>,
  { analyze = false } = {},
): Promise<string> {
  let plan = '';
  const explaining = {
    async query(statement: string | Statement, bindings: unknown[]) {
      const { text, values } = typeof statement === 'string' ? { text: statement, values: bindings } : statement;
      const options = analyze ? '(analyze, costs off, timing off) ' : '';
      const { rows } = await db.query<{ 'QUERY PLAN': string }>(`explain ${options}${text}`, values);
      plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      return { rows: [] };
    },
  };
  await run(explaining as never);
  return plan;
}
