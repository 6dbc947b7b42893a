/** Searches a whole hub for texts: every table, log file and queue. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from 'amqplib';
import pg from 'pg';

type Column = { schema: string; name: string; columns: string };

/** Every table of the database, partitions with the table that they belong to, with an expression that shows a row's texts, documents and bytes as text. */
const tablesQuery = `
  select t.table_schema as schema, t.table_name as name,
    string_agg(
      case when c.data_type = 'bytea' then format('encode(%I, ''escape'')', c.column_name) else format('%I::text', c.column_name) end,
      ', ') as columns
  from information_schema.tables t
  join information_schema.columns c using (table_schema, table_name)
  join pg_class p on p.oid = format('%I.%I', t.table_schema, t.table_name)::regclass and not p.relispartition
  where t.table_type = 'BASE TABLE' and t.table_schema not in ('pg_catalog', 'information_schema')
  group by 1, 2`;

/** The rows that hold one of the texts, each after the name of its table: `orders.outbox: …`. */
export async function rowsHolding(databaseUrl: string, texts: readonly string[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<Column>(tablesQuery);
    const found: string[] = [];
    for (const { schema, name, columns } of tables) {
      const table = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;
      const { rows } = await client.query<{ row: string }>(
        `select row from (select concat_ws(' ', ${columns}) as row from ${table}) as r
         where exists (select from unnest($1::text[]) as text where strpos(row, text) > 0)`,
        [texts],
      );
      found.push(...rows.map(({ row }) => `${schema}.${name}: ${row}`));
    }
    return found;
  } finally {
    await client.end();
  }
}

function* filesOf(path: string): Generator<string> {
  if (statSync(path).isDirectory()) for (const name of readdirSync(path)) yield* filesOf(join(path, name));
  else yield path;
}

/** The lines of the files, and of all files in the folders, that hold one of the texts. */
export function linesHolding(paths: readonly string[], texts: readonly string[]): string[] {
  const lines = paths.flatMap((path) => [...filesOf(path)]).flatMap((path) => readFileSync(path, 'utf8').split('\n'));
  return lines.filter((line) => texts.some((text) => line.includes(text)));
}

/** The number of messages in these queues of the broker. */
export async function countMessages(amqpUrl: string, queues: readonly string[]): Promise<number> {
  const model = await connect(amqpUrl);
  try {
    const channel = await model.createChannel();
    const counts = await Promise.all(queues.map(async (queue) => (await channel.checkQueue(queue)).messageCount));
    return counts.reduce((sum, count) => sum + count, 0);
  } finally {
    await model.close();
  }
}
