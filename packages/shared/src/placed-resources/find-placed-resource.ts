/** Finds catalogs and customer lists for a caller. Throws 404 for one that the caller may not see, as for a missing one. */
import { canSee, hasAll, nameIsUsed, placedNotFound, type PlacedResource } from '../contracts/placed-resource.ts';
import type { Queryable } from '../data/database.ts';
import type { Page } from '../data/page.ts';
import type { AccountCaller } from '../tokens/caller.ts';
import { assertWithinQuota } from '../values/quota.ts';
import {
  countPlacedRows,
  findPlacedRow,
  isNameUsed,
  listPlacedRows,
  lockNames,
  lockPlacedRow,
  lockPlacedRowKeyShared,
  type PlacedTable,
  type PlacedTableName,
  type ReadPlacedRow,
} from './placed-resource.store.ts';

const visibleTo =
  (readRow: ReadPlacedRow) =>
  async <Row extends PlacedResource>(
    db: Queryable,
    table: PlacedTable<Row>,
    caller: AccountCaller,
    id: string,
  ): Promise<Row> => {
    const row = await readRow(db, table, caller.account.id, id);
    if (!row || !canSee(caller, table.kind, row)) throw placedNotFound(table.kind);
    return row;
  };

/** A resource that the caller may see. Throws 404. */
export const getPlaced = visibleTo(findPlacedRow);

/** The same, locked until the transaction ends. */
export const lockPlaced = visibleTo(lockPlacedRow);

/** The same. It cannot be deleted before the transaction ends. */
export const lockPlacedKeyShared = visibleTo(lockPlacedRowKeyShared);

/** The name and place of a resource of an account, for another service. Throws 404. */
export async function lookUpPlaced<Row extends PlacedResource>(
  db: Queryable,
  table: PlacedTable<Row>,
  { account_id, id }: Pick<PlacedResource, 'account_id' | 'id'>,
): Promise<Pick<PlacedResource, 'name' | 'location_id'>> {
  const row = await findPlacedRow(db, table, account_id, id);
  if (!row) throw placedNotFound(table.kind);
  return { name: row.name, location_id: row.location_id };
}

type PlacedQuery = { location_id?: string; count: number; cursor?: string | undefined };

/**
 * A page of the resources that a location can use or, without a location, of the account's own. A caller with the right to
 * one resource only sees that one.
 */
export async function listVisible<Row extends PlacedResource>(
  db: Queryable,
  table: PlacedTable<Row>,
  caller: AccountCaller,
  { location_id, ...page }: PlacedQuery,
): Promise<Page<Row>> {
  const seesAll = hasAll(caller, table.kind, 'read');
  const bound = caller[`${table.kind}_id`];
  if (!seesAll && bound === null) return { items: [], next: null };
  const filter = { account_id: caller.account.id, location_id: location_id ?? null, id: seesAll ? null : bound };
  return listPlacedRows(db, table, filter, page);
}

/**
 * Takes a name for a new or renamed resource: no other has it, or gets it before the transaction ends. Throws 422. Call it
 * last, after every other check: it keeps all others of the account waiting who create or rename a resource.
 */
export async function takeName(trx: Queryable, table: PlacedTableName, resource: PlacedResource): Promise<void> {
  await lockNames(trx, table, resource.account_id);
  if (await isNameUsed(trx, table, resource)) throw nameIsUsed(table.kind);
}

/**
 * Throws 422 when an account has as many resources of a kind as it may (docs/api/limits.md#quotas). After `takeName` of a new
 * resource, the account gets no other before the transaction ends.
 */
export async function assertRoom(
  db: Queryable,
  table: PlacedTableName,
  account_id: string,
  max: number,
): Promise<void> {
  const count = await countPlacedRows(db, table, account_id, max);
  assertWithinQuota(`${table.kind}s_of_an_account`, max, count + 1);
}
