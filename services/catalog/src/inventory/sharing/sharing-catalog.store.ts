/** The catalogs that share the stock of a location. */
import type { Queryable } from '@order-hub/shared/database';
import type { Entry } from '../entries/entry.ts';
import type { LocationInventory } from '../inventory.ts';
import { arraysOf } from '../inventory.store.ts';

const catalogsMax = 100;

/** The ids of the catalogs that a location can use, without `except`: the newest, up to a limit (docs/api/events.md#shared-stock). */
export async function listUsableCatalogs(
  db: Queryable,
  { account_id, location_id }: LocationInventory,
  except: string,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'list-usable-catalogs',
    text: `(select id from catalogs where account_id = $1 and location_id = $2 and id <> $3 order by id desc limit $4)
           union all
           (select id from catalogs where account_id = $1 and location_id is null and id <> $3 order by id desc limit $4)
           order by id desc limit $4`,
    values: [account_id, location_id, except, catalogsMax],
  });
  return rows.map(({ id }) => id);
}

/** Which of these entries each catalog has the ref of, by their positions from 0; without the catalogs that have none. */
export async function listSharedRefs(
  db: Queryable,
  account_id: string,
  catalogIds: readonly string[],
  entries: readonly Entry[],
): Promise<{ catalog_id: string; positions: number[] }[]> {
  const { rows } = await db.query<{ catalog_id: string; positions: number[] }>({
    name: 'list-shared-refs',
    text: `select ref.catalog_id, array_agg(changed.position::int - 1 order by changed.position) as positions
           from unnest($2::text[]) as catalog (id)
           cross join unnest($3::text[], $4::text[]) with ordinality as changed (kind, ref, position)
           join catalog_refs as ref
             on ref.account_id = $1 and ref.catalog_id = catalog.id and ref.kind = changed.kind and ref.ref = changed.ref
           group by ref.catalog_id order by ref.catalog_id`,
    values: [account_id, catalogIds, ...arraysOf(entries)],
  });
  return rows;
}
