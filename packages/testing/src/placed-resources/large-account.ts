import { beforeAll, expect, test } from '@jest/globals';
import type { Queryable } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import type { SelectionPlace } from '@order-hub/shared/placed-resource';
import { listSelectableRows } from '@order-hub/shared/placed-resource-store';
import type { PlacedResourceTest } from './subject.ts';

/** The lists use their indexes, however many resources an account has. */
export function testLargeAccount({ service, table }: PlacedResourceTest): void {
  const [account_id, location_id] = [newId(), newId()];
  beforeAll(async () => {
    const { db } = service();
    await db.query({
      text: `insert into ${table.name} (account_id, id, location_id, timezone, currency, name)
             select $1, lpad(n::text, 10, '0'),
               case when n % 100 = 0 then null when n > 99900 then $2 else 'l' || n % 50 end, 'UTC', 'EUR', 'n' || n
             from generate_series(1, 100000) as n`,
      values: [account_id, location_id],
    });
    await db.query({ text: `vacuum analyze ${table.name}` });
  });

  /** The plan of the store's own statement, as it ran. */
  async function planOf(place: SelectionPlace): Promise<string> {
    const plans: string[] = [];
    const query = async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows } = await service().db.query({ text: `explain (analyze, timing off) ${text}`, values });
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      return { rows: [] };
    };
    await listSelectableRows({ query } as unknown as Queryable, table, place);
    return plans.join('\n');
  }

  test('the list of the account reads the start of an index', async () => {
    const plan = await planOf({ account_id, location_id: null });
    expect(plan).toContain(`Index Scan using ${table.name}_pkey`);
    expect(plan).not.toMatch(/Seq Scan|Sort|Rows Removed/);
  });

  test('the list of a location reads the starts of two parts of an index', async () => {
    const plan = await planOf({ account_id, location_id });
    expect(plan.split(`Index Scan using ${table.name}_location`)).toHaveLength(3);
    expect(plan).not.toMatch(/Seq Scan|Rows Removed/);
  });
}
