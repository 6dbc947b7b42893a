/** Finds the catalog that a path names, for whoever may see it; for every other caller it is not found. */
import type { AccountCaller } from '@order-hub/shared/caller';
import type { Queryable } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { canSee } from '@order-hub/shared/placed-resource';
import type { Catalog } from './catalog.ts';
import { findCatalogRow, lockCatalogRow, shareCatalogRow } from './catalog.store.ts';

function seen(caller: AccountCaller, catalog: Catalog | undefined): Catalog {
  if (!catalog || !canSee(caller, 'catalog', catalog)) throw notFound('Catalog');
  return catalog;
}

/** A catalog of the caller's account, whether the caller may see it or not. */
export const findCatalog = (db: Queryable, caller: AccountCaller, id: string): Promise<Catalog | undefined> =>
  findCatalogRow(db, caller.account.id, id);

/** The same; it cannot be deleted before the transaction ends. */
export const findKeptCatalog = (trx: Queryable, caller: AccountCaller, id: string): Promise<Catalog | undefined> =>
  shareCatalogRow(trx, caller.account.id, id);

/** A catalog that the caller may see. Throws 404. */
export const getCatalog = async (db: Queryable, caller: AccountCaller, id: string): Promise<Catalog> =>
  seen(caller, await findCatalog(db, caller, id));

/** A catalog that the caller may see, and that cannot be deleted before the transaction ends. Throws 404. */
export const getKeptCatalog = async (trx: Queryable, caller: AccountCaller, id: string): Promise<Catalog> =>
  seen(caller, await findKeptCatalog(trx, caller, id));

/** A catalog that the caller may see, locked until the transaction ends. Throws 404. */
export const getLockedCatalog = async (trx: Queryable, caller: AccountCaller, id: string): Promise<Catalog> =>
  seen(caller, await lockCatalogRow(trx, caller.account.id, id));
