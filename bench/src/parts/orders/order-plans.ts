/** The index that each filter of the order lists uses, according to `explain`. */
import pg from 'pg';
import type { Row } from '../../harness/report.ts';
import { aCaller, accountId, locationId } from '../../harness/samples.ts';

const columns = `id, document, private_refs -> '${aCaller.client_id}' as own_refs`;
const account = `account_id = '${accountId}'`;
const location = `${account} and location_id = '${locationId}'`;

type Plan = { 'Index Name'?: string; Plans?: Plan[] };

const indexesOf = ({ 'Index Name': name, Plans: parts = [] }: Plan): string[] => [
  ...(name ? [name] : []),
  ...parts.flatMap(indexesOf),
];

function conditions(someId: string): Record<string, string> {
  const ref = JSON.stringify({ [aCaller.client_id]: { self: 'R-100' } });
  const filters = {
    none: 'true',
    'after, before or cursor': `id > '${someId}'`,
    status: "status = 'accepted'",
    created_by: "created_by = 'Website 3'",
    customer_id: "customer_id = '0mh8g0000bench200333'",
    private_ref: `private_refs @> '${ref}'`,
  };
  const lists = Object.entries({ account, location });
  return Object.fromEntries(
    lists.flatMap(([list, scope]) =>
      Object.entries(filters).map(([name, filter]) => [`${list}: ${name}`, `${scope} and ${filter}`]),
    ),
  );
}

/** The names of the indexes that each filter uses; "none" for a sequential scan. The query is that of order.store.ts. */
export async function explainFilters(url: string, someId: string, part: string): Promise<Row[]> {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  try {
    const rows: Row[] = [];
    for (const [what, where] of Object.entries(conditions(someId))) {
      const statement = `explain (format json) select ${columns} from orders.orders where ${where} order by id limit 101`;
      const { rows: answer } = await db.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(statement);
      const plan = answer[0]?.['QUERY PLAN'][0]?.Plan;
      rows.push({
        part,
        what: `index of ${what}`,
        measured: Number.NaN,
        note: (plan && indexesOf(plan).join(', ')) || 'none',
      });
    }
    return rows;
  } finally {
    await db.end();
  }
}
