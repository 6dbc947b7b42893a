/** Keeps the indexes of menus that were looked at lately, within limits of memory in all and per account. */
import type { Queryable } from '@order-hub/shared/database';
import { isMinimumReachable } from '../../content/reachable-selections.ts';
import { findNamedProducts, listNamedCategories, listNamedProducts, listSelections } from './indexed-part.store.ts';
import { bytesOf, type IndexedProduct, type MenuIndex } from './menu-index.ts';

export type MenuIndexes = {
  /** The index of this version of a menu. */
  of(db: Queryable, catalog: { account_id: string; id: string; version: number }): Promise<MenuIndex>;
  /** Keeps the index of the version before for this one, in which only these products differ. Reads only them. */
  carry(
    db: Queryable,
    catalog: { account_id: string; id: string; version: number },
    ids: readonly string[],
  ): Promise<void>;
  /** For tests: how many bytes an account's indexes take. */
  bytesOf(account_id: string): number;
};

type Limits = { bytesMax: number; bytesPerAccountMax: number };

/** The index of a menu of 20,000 products takes some 10 MiB. */
const defaultLimits: Limits = { bytesMax: 64 * 1024 * 1024, bytesPerAccountMax: 24 * 1024 * 1024 };

/** Rows of one statement, so that none occupies the event loop for long. */
const rowsMax = 1_000;
/** Categories beyond these are not listed. */
const categoriesMax = 500;
/** Option lists beyond these are not looked at. */
const listsMax = 1_000;
/** A page names as many. */
const unreachableMax = 5;

/** The first option lists that ask for more options than a guest can choose. */
async function readUnreachableLists(db: Queryable, key: { account_id: string; catalog_id: string }) {
  const lists = await listSelections(db, key, listsMax);
  const unreachable = lists.filter((list) => !isMinimumReachable(list)).slice(0, unreachableMax);
  return unreachable.map(({ id, name }) => ({ id, name }));
}

async function readIndex(db: Queryable, key: { account_id: string; catalog_id: string }): Promise<MenuIndex> {
  const categories = await listNamedCategories(db, key, categoriesMax);
  const unreachable_lists = await readUnreachableLists(db, key);
  const products: IndexedProduct[] = [];
  for (let skip = 0; ; skip += rowsMax) {
    const rows = await listNamedProducts(db, key, { skip, count: rowsMax });
    products.push(...rows);
    if (rows.length < rowsMax) return { categories, products, unreachable_lists };
  }
}

const keyOf = ({ account_id, id, version }: { account_id: string; id: string; version: number }) =>
  `${account_id} ${id} ${version}`;

type Kept = { index: MenuIndex; account_id: string; catalog_id: string; bytes: number };

/** Indexes by key, the one that was not looked at for longest first. */
function openStore({ bytesMax, bytesPerAccountMax }: Limits) {
  const kept = new Map<string, Kept>();
  const sumOf = (rows: Iterable<Kept>) => [...rows].reduce((sum, { bytes }) => sum + bytes, 0);
  const ofAccount = (account_id: string) => [...kept.values()].filter((row) => row.account_id === account_id);

  /** Forgets what was not looked at for longest until `sum` is within the limit. */
  function shrink(isCounted: (row: Kept) => boolean, max: number) {
    let sum = sumOf([...kept.values()].filter(isCounted));
    for (const [key, row] of kept) {
      if (sum <= max) return;
      if (isCounted(row) && kept.delete(key)) sum -= row.bytes;
    }
  }

  return {
    find(key: string): MenuIndex | undefined {
      const row = kept.get(key);
      if (!row) return undefined;
      kept.delete(key);
      kept.set(key, row);
      return row.index;
    },
    /** Keeps an index in place of those of other versions. */
    keep(key: string, row: Kept): void {
      for (const [other, { catalog_id }] of kept) if (catalog_id === row.catalog_id) kept.delete(other);
      kept.set(key, row);
      shrink(({ account_id }) => account_id === row.account_id, bytesPerAccountMax);
      shrink(() => true, bytesMax);
    },
    bytesOf: (account_id: string) => sumOf(ofAccount(account_id)),
  };
}

/** Those who look at the same version at the same time wait for one reading of it. */
export function openMenuIndexes(limits: Partial<Limits> = {}): MenuIndexes {
  const store = openStore({ ...defaultLimits, ...limits });
  const reading = new Map<string, Promise<MenuIndex>>();

  async function read(db: Queryable, key: string, catalog: { account_id: string; catalog_id: string }) {
    const index = await readIndex(db, catalog);
    store.keep(key, { index, ...catalog, bytes: bytesOf(index) });
    return index;
  }

  return {
    of(db, { account_id, id, version }) {
      const key = keyOf({ account_id, id, version });
      const known = store.find(key);
      if (known) return Promise.resolve(known);
      const begun = reading.get(key);
      if (begun) return begun;
      const promise = read(db, key, { account_id, catalog_id: id }).finally(() => reading.delete(key));
      reading.set(key, promise);
      return promise;
    },
    async carry(db, { account_id, id: catalog_id, version }, ids) {
      const before = store.find(keyOf({ account_id, id: catalog_id, version: version - 1 }));
      if (!before || ids.length > rowsMax) return;
      const rows = await findNamedProducts(db, { account_id, catalog_id }, ids);
      const changed = new Map(rows.map((row) => [row.id, row]));
      const index = { ...before, products: before.products.map((product) => changed.get(product.id) ?? product) };
      store.keep(keyOf({ account_id, id: catalog_id, version }), {
        index,
        account_id,
        catalog_id,
        bytes: bytesOf(index),
      });
    },
    bytesOf: (account_id) => store.bytesOf(account_id),
  };
}
