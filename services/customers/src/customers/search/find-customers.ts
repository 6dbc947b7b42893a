import { transaction, type Database } from '@order-hub/shared/database';
import type { Page } from '@order-hub/shared/page';
import { trigramsOf } from './customer-search.ts';
import { findByPrivateRef, findByTrigrams, scanCustomers, type CustomerSearch } from './customer-search.store.ts';

/** How many customers a search scans: at first, and when the index has too many candidates. */
export type ScanLimits = { first: number; second: number };

const scanLimits: ScanLimits = { first: 5_000, second: 100_000 };

/** With this many matches nearby, a longer scan fills the page sooner than the index finds all matches. */
const enoughToScanOn = 10;

/** A page of all matches, from the index. Undefined when the filters have no trigrams, or too many customers have them. */
function findByIndex(db: Database, search: CustomerSearch) {
  const trigrams = trigramsOf(search.filters);
  return trigrams.length > 0 ? transaction(db, (trx) => findByTrigrams(trx, search, trigrams)) : undefined;
}

/**
 * The ids of a page of a list, oldest first (docs/decisions/0023-searching-customers.md). A short scan is enough when many
 * customers match, and the index when few do. Otherwise a longer scan does as much as a request may cost: the page has the
 * matches so far, and the next page continues from there.
 */
export async function findCustomers(
  db: Database,
  search: CustomerSearch,
  { first, second }: ScanLimits = scanLimits,
): Promise<Page<string>> {
  if (search.filters.private_ref !== undefined) return findByPrivateRef(db, search);
  const nearby = await scanCustomers(db, search, first);
  if (nearby.isComplete) return nearby.page;
  const found = nearby.page.items.length < enoughToScanOn ? await findByIndex(db, search) : undefined;
  return found ?? (await scanCustomers(db, search, second)).page;
}
