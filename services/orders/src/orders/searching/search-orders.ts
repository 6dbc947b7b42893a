import type { Database } from '@order-hub/shared/database';
import { invalidFields, type FieldError, serviceUnavailable } from '@order-hub/shared/errors';
import { timeOfId } from '@order-hub/shared/ids';
import type { OrderSearch } from '@order-hub/shared/order-search-calls';
import { locationOf, type PrincipalContext } from '@order-hub/shared/principal';
import { inSlot, openSlots, type Slots } from '@order-hub/shared/slots';
import { formatTime } from '@order-hub/shared/times';
import { exportedOrder, forKitchen, foundOrder } from './found-order.ts';
import { findOrders, type SearchedRow } from './order-search.store.ts';
import { idIn, idRangeOf, rangeOfId, termsOf } from './order-search.ts';

/** What one query may read (docs/api/back-office.md#orders). */
const readMax = { ordersMax: 2_000, bytesMax: 8_388_608 };
const shownMax = 50;
const exportedMax = 500;

export type SearchDeps = { db: Database; searches: Slots };

/** A search takes a connection to the database for up to a tenth of a second. Orders must not wait for it. */
export const openSearches = (): Slots =>
  openSlots({
    ...{ max: 2, maxPerKey: 1, waitMs: 8_000, waitingMax: 20 },
    refuse: () => serviceUnavailable('Too many searches are running at the moment; try again', 'order_searches'),
  });

type Page = { rows: SearchedRow[]; next: string | null; searched_to: string | null };

/** The page of the rows that a query found. It goes on after its last order, or after the last one that was read. */
function pageOf(found: readonly SearchedRow[], count: number, timezone: string): Page {
  const matches = found.filter(({ is_match }) => is_match);
  const rows = matches.slice(0, count);
  if (matches.length > count) return { rows, next: rows.at(-1)?.id ?? null, searched_to: null };
  const end = found.find(({ is_end }) => is_end);
  if (!end?.has_more) return { rows, next: null, searched_to: null };
  return { rows, next: end.id, searched_to: formatTime(timeOfId(end.id), timezone) };
}

/** The next page of a search. A whole id finds its order however old that is. */
async function findPage({ db }: SearchDeps, ctx: PrincipalContext, search: OrderSearch, count: number): Promise<Page> {
  const timezone = ctx.principal.place?.timezone ?? 'UTC';
  const place = locationOf(ctx);
  const terms = termsOf(search);
  const limits = { ...readMax, count };
  const id = search.before === undefined ? idIn(terms) : undefined;
  const named = id === undefined ? [] : await findOrders(db, { ...place, ...rangeOfId(id) }, terms, limits);
  if (named.some(({ is_match }) => is_match)) return pageOf(named, count, timezone);
  return pageOf(await findOrders(db, { ...place, ...idRangeOf(search, timezone) }, terms, limits), count, timezone);
}

const isKitchen = ({ principal: { place } }: PrincipalContext) => place?.role === 'kitchen';

/** Throws 422 when somebody in the kitchen searches for a customer: what is found would tell who ordered it. */
function assertMayAsk(ctx: PrincipalContext, { name, phone }: OrderSearch): void {
  const asked = Object.entries({ name, phone }).filter(([, value]) => value !== undefined);
  const faults = asked.map(([field]): FieldError => ({
    field,
    message: 'is for owners and managers',
    code: 'not_allowed',
  }));
  if (isKitchen(ctx) && faults.length > 0) throw invalidFields(faults);
}

/** Finds a page in a slot, with the view of each order in the timezone that the location has now. */
async function viewPage<Order>(
  deps: SearchDeps,
  ctx: PrincipalContext,
  { search, count }: { search: OrderSearch; count: number },
  view: (row: SearchedRow, timezone: string | null) => Order,
) {
  const { account_id } = locationOf(ctx);
  assertMayAsk(ctx, search);
  const { rows, ...end } = await inSlot(deps.searches.take(account_id, ctx), () => findPage(deps, ctx, search, count));
  const timezone = ctx.principal.place?.timezone ?? null;
  return { orders: rows.map((row) => view(row, timezone)), ...end };
}

/** A page of the orders that a person looks for, newest first. Throws 404 for a page about no location. */
export async function searchOrders(deps: SearchDeps, ctx: PrincipalContext, _params: unknown, search: OrderSearch) {
  const { orders, ...end } = await viewPage(deps, ctx, { search, count: shownMax }, foundOrder);
  return { orders: isKitchen(ctx) ? orders.map(forKitchen) : orders, ...end };
}

/** A portion of the same orders for a table. */
export const exportOrders = (deps: SearchDeps, ctx: PrincipalContext, _params: unknown, search: OrderSearch) =>
  viewPage(deps, ctx, { search, count: exportedMax }, exportedOrder);
