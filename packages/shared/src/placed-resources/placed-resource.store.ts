/**
 * The rows of catalogs and of customer lists: both tables have the same columns and the same rules. A service describes its
 * table by a constant, so no text of a client becomes part of a statement.
 */
import {
  nameOfKind,
  selectableMax,
  type PlacedKind,
  type PlacedResource,
  type SelectionPlace,
} from '../contracts/placed-resource.ts';
import { queryBuilder, runQuery, type Queryable } from '../data/database.ts';
import { takePage, type Page } from '../data/page.ts';

/** A table of placed resources, by its name in the database. */
export type PlacedTableName = { kind: PlacedKind; name: string };

/** A table of placed resources. `ownColumns`: those that only this table has. */
export type PlacedTable<Row extends PlacedResource> = PlacedTableName & {
  ownColumns: readonly Exclude<keyof Row & string, keyof PlacedResource>[];
};

const commonColumns = ['account_id', 'id', 'location_id', 'timezone', 'currency', 'name'];

const columnsOf = <Row extends PlacedResource>({ ownColumns }: PlacedTable<Row>) => [...commonColumns, ...ownColumns];

/** Reads one resource of an account; with a lock, which lasts until the transaction ends. */
export type ReadPlacedRow = <Row extends PlacedResource>(
  db: Queryable,
  table: PlacedTable<Row>,
  account_id: string,
  id: string,
) => Promise<Row | undefined>;

const readRow =
  (name: string, lock: string): ReadPlacedRow =>
  async <Row extends PlacedResource>(db: Queryable, table: PlacedTable<Row>, account_id: string, id: string) => {
    const { rows } = await db.query<Row>({
      name: `${name}-${table.name}`,
      text: `select ${columnsOf(table).join(', ')} from ${table.name} where account_id = $1 and id = $2 ${lock}`,
      values: [account_id, id],
    });
    return rows[0];
  };

export const findPlacedRow = readRow('find', '');
export const lockPlacedRow = readRow('lock', 'for update');

/** The lock keeps the resource from being deleted. */
export const lockPlacedRowKeyShared = readRow('lock-key-shared', 'for key share');

/** Locks the names of an account's resources of a kind until the transaction ends: no other transaction can give one. */
export async function lockNames(trx: Queryable, { kind }: PlacedTableName, account_id: string): Promise<void> {
  const lock = `${nameOfKind[kind]} names:${account_id}`;
  await trx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [lock]);
}

/** Whether another resource has this one's name in the same location, or one of the two belongs to the account. */
export async function isNameUsed(
  trx: Queryable,
  table: PlacedTableName,
  { account_id, id, location_id, name }: PlacedResource,
): Promise<boolean> {
  const { rowCount } = await trx.query({
    text: `select from ${table.name}
           where account_id = $1 and name = $2 and id <> $3
             and ($4::text is null or location_id is null or location_id = $4)
           limit 1`,
    values: [account_id, name, id, location_id],
  });
  return rowCount !== 0;
}

/** How many resources an account has, counted up to `limit`. */
export async function countPlacedRows(
  db: Queryable,
  { name }: PlacedTableName,
  account_id: string,
  limit: number,
): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    text: `select count(*)::int as count from (select from ${name} where account_id = $1 limit $2) as counted`,
    values: [account_id, limit],
  });
  return rows[0]?.count ?? 0;
}

/** Stores a new resource. */
export async function insertPlacedRow<Row extends PlacedResource>(
  trx: Queryable,
  table: PlacedTable<Row>,
  row: Row,
): Promise<void> {
  const columns = columnsOf(table);
  const bindings = columns.map((_, index) => `$${index + 1}`);
  await trx.query({
    text: `insert into ${table.name} (${columns.join(', ')}) values (${bindings.join(', ')})`,
    values: columns.map((column) => row[column as keyof Row]),
  });
}

/** Which resources of an account are listed: its own and, if named, those of a location; with `id`, no other than that one. */
export type PlacedFilter = { account_id: string; location_id: string | null; id: string | null };

/** A page of the resources that a filter lets through, oldest first. */
export async function listPlacedRows<Row extends PlacedResource>(
  db: Queryable,
  table: PlacedTable<Row>,
  { account_id, location_id, id }: PlacedFilter,
  { count, cursor }: { count: number; cursor?: string | undefined },
): Promise<Page<Row>> {
  const query = queryBuilder(table.name)
    .select(columnsOf(table))
    .where({ account_id, ...(id !== null && { id }) })
    .where((place) => void place.whereNull('location_id').orWhere({ location_id }))
    .orderBy('id')
    .limit(count + 1);
  if (cursor !== undefined) query.where('id', '>', cursor);
  return takePage(await runQuery<Row>(db, query), count, (row) => row.id);
}

type SelectableRow = Pick<PlacedResource, 'id' | 'name' | 'location_id'>;

/**
 * The first resources of an account and all its locations; with a location, of the account and that one. Oldest first.
 * `more`: there are others.
 */
export async function listSelectableRows(
  db: Queryable,
  table: PlacedTableName,
  { account_id, location_id }: SelectionPlace,
): Promise<{ items: SelectableRow[]; more: boolean }> {
  const first = (which: string) =>
    `select id, name, location_id from ${table.name} where account_id = $1 ${which} limit $2`;
  // PostgreSQL does not treat `is null` as one value: ordered by id alone, it would walk all of the account.
  const ofPlace = `(${first('and location_id = $3 order by id')})
    union all (${first('and location_id is null order by location_id, id')}) order by id limit $2`;
  const text = location_id === null ? first('order by id') : ofPlace;
  const values = [account_id, selectableMax + 1, ...(location_id === null ? [] : [location_id])];
  const { rows } = await db.query<SelectableRow>({ text, values });
  return { items: rows.slice(0, selectableMax), more: rows.length > selectableMax };
}
