import { transaction, type Database } from '@order-hub/shared/database';
import { takePage, type Page } from '@order-hub/shared/pagination';
import { gramsOfFilters } from './customer-search.ts';
import {
  findByGrams,
  findByPrivateRef,
  walkCustomers,
  type CustomerSearch,
  type Walked,
} from './customer-search.store.ts';

/** How many customers are looked at one after another: at first, and when there are too many candidates. */
export type Reach = { near: number; far: number };

const reach: Reach = { near: 5_000, far: 100_000 };

/** So many matches nearby promise a page further on. */
const several = 10;

const pageOf = ({ ids, last }: Walked, count: number): Page<string> =>
  ids.length > count ? takePage(ids, count, (id) => id) : { items: ids, next: last };

/** All matches after the cursor, by the index of grams. Undefined when the filters have none, or too many customers have them. */
function lookUp(db: Database, search: CustomerSearch) {
  const grams = gramsOfFilters(search.filters);
  return grams.length > 0 ? transaction(db, (trx) => findByGrams(trx, search, grams)) : undefined;
}

/**
 * The ids of a page of a list, oldest first (docs/decisions/0023-searching-customers.md). What many customers match is
 * found among the next customers of the list; what few match, by the index of grams. When neither is so, as many are
 * looked at as a request may cost: the page has what was found, and the next one goes on from there.
 */
export async function findCustomers(
  db: Database,
  search: CustomerSearch,
  { near, far }: Reach = reach,
): Promise<Page<string>> {
  const { count, private_ref } = search.filters;
  if (private_ref !== undefined) return { items: await findByPrivateRef(db, search), next: null };
  const walked = await walkCustomers(db, search, near);
  if (walked.ids.length > count || walked.last === null) return pageOf(walked, count);
  const found = walked.ids.length < several ? await lookUp(db, search) : undefined;
  if (found) return takePage(found, count, (id) => id);
  return pageOf(await walkCustomers(db, search, far), count);
}
