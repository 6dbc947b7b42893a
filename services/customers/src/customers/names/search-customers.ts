import type { FoundCustomer } from '@order-hub/shared/customer-page-calls';
import { transaction, type Database } from '@order-hub/shared/database';
import { locationOf, type PrincipalContext } from '@order-hub/shared/principal';
import type { CustomerList } from '../../customer-lists/customer-list.ts';
import { listPlaceLists } from '../../customer-lists/list-place-lists.ts';
import { findCustomers } from '../search/find-customers.ts';
import { findByText, listFoundRows, listNewestIds } from './found-customer.store.ts';
import { viewFoundCustomer } from './found-customer.view.ts';
import { nameSearchOf, type NameSearch } from './name-search.ts';

const shownMax = 50;
/** So many lists are searched at once; a user can choose one. */
const listsMax = 20;

type Found = { list: CustomerList; ids: string[]; isCut: boolean };

/** The ids of the customers of a list that match, one more than is shown. */
async function findInList(db: Database, list: CustomerList, search: NameSearch | undefined): Promise<Found> {
  const count = shownMax + 1;
  if (search === undefined) return { list, ids: await listNewestIds(db, list, count), isCut: false };
  const { email, ...text } = search;
  const byText = await transaction(db, (trx) => findByText(trx, list, { ...text, count }));
  if (email === null) return { list, ...byText };
  const filters = { email: `*${email}*`, count };
  const { account_id, id: customer_list_id } = list;
  const byEmail = await findCustomers(db, { account_id, customer_list_id, client_id: '', filters });
  return {
    list,
    ids: [...new Set([...byEmail.items, ...byText.ids])],
    isCut: byText.isCut || byEmail.next !== null,
  };
}

/** Those who ordered last first, then the newest. */
const isBefore = (a: FoundCustomer, b: FoundCustomer) => {
  const [left, right] = [a, b].map(({ last_order_date, id }) => `${last_order_date ?? ''} ${id}`);
  return (left ?? '') < (right ?? '') ? 1 : -1;
};

/**
 * The customers of the location that a page is about whose name, phone or email matches a text; without a text the newest.
 * Throws 404.
 */
export async function searchCustomers(
  { db }: { db: Database },
  ctx: PrincipalContext,
  _params: unknown,
  { search: text, customer_list_id }: { search: string; customer_list_id?: string | undefined },
) {
  const wanted = nameSearchOf(text);
  const place = locationOf(ctx);
  const lists = await listPlaceLists(db, place);
  const chosen = lists.filter(({ id }) => customer_list_id === undefined || id === customer_list_id);
  const timezone = ctx.principal.place?.timezone ?? 'UTC';
  const customers: FoundCustomer[] = [];
  let isCut = false;
  for (const list of chosen.slice(0, listsMax)) {
    const found = await findInList(db, list, wanted);
    const rows = await listFoundRows(db, list, found.ids);
    customers.push(...rows.map((row) => viewFoundCustomer(list, row, timezone)));
    isCut ||= found.isCut;
  }
  return {
    lists: lists.map(({ id, name, location_id }) => ({ id, name, is_account_list: location_id === null })),
    customers: customers.sort(isBefore).slice(0, shownMax),
    more: isCut || customers.length > shownMax,
    unsearched: chosen.length > listsMax,
  };
}
