/** Finds catalogs for a caller. Throws 404 for a catalog that the caller may not see, as for a missing one. */
import type { AccountCaller, Context } from '@order-hub/shared/caller';
import type { Database, Queryable } from '@order-hub/shared/database';
import { getPlaced, lockPlaced, lockPlacedKeyShared, lookUpPlaced } from '@order-hub/shared/find-placed-resource';
import { findPlacedRow, lockPlacedRowKeyShared } from '@order-hub/shared/placed-resource-store';
import { placedNotFound } from '@order-hub/shared/placed-resource';
import { locationOf, type PrincipalContext } from '@order-hub/shared/principal';
import type { Catalog } from './catalog.ts';
import { catalogTable } from './catalog.store.ts';

/** A catalog of the caller's account, whether or not the caller may see it. */
export const findCatalog = (db: Queryable, caller: AccountCaller, id: string): Promise<Catalog | undefined> =>
  findPlacedRow(db, catalogTable, caller.account.id, id);

/** The same. It cannot be deleted before the transaction ends. */
export const lockAnyCatalogKeyShared = (
  trx: Queryable,
  caller: AccountCaller,
  id: string,
): Promise<Catalog | undefined> => lockPlacedRowKeyShared(trx, catalogTable, caller.account.id, id);

/** A catalog that the caller may see. Throws 404. */
export const getCatalog = (db: Queryable, caller: AccountCaller, id: string): Promise<Catalog> =>
  getPlaced(db, catalogTable, caller, id);

/** A catalog that the caller may see, locked until the transaction ends. Throws 404. */
export const lockCatalog = (trx: Queryable, caller: AccountCaller, id: string): Promise<Catalog> =>
  lockPlaced(trx, catalogTable, caller, id);

/** A catalog that the caller may see, which cannot be deleted before the transaction ends. Throws 404. */
export const lockCatalogKeyShared = (trx: Queryable, caller: AccountCaller, id: string): Promise<Catalog> =>
  lockPlacedKeyShared(trx, catalogTable, caller, id);

/** A catalog that the location of a page can use: its own, or one of its account. Throws 404. */
export async function getCatalogOfPlace(db: Queryable, ctx: Pick<PrincipalContext, 'principal'>, id: string) {
  const { account_id, location_id } = locationOf(ctx);
  const catalog = await findPlacedRow(db, catalogTable, account_id, id);
  if (!catalog || (catalog.location_id !== null && catalog.location_id !== location_id))
    throw placedNotFound('catalog');
  return catalog;
}

type AccountCatalogPath = { account_id: string; catalog_id: string };

/** The name and place of a catalog of an account, for auth. Throws 404. */
export const lookUpCatalog = ({ db }: { db: Database }, _ctx: Context<null>, path: AccountCatalogPath) =>
  lookUpPlaced(db, catalogTable, { account_id: path.account_id, id: path.catalog_id });
