import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import type { JsonText } from '@order-hub/shared/json';
import type { LargeReads } from '@order-hub/shared/large-reads';
import { timezoneOf } from '../order.ts';
import { currentDocument } from '../rows/order-row.ts';
import type { OrderFilters } from '../order.schema.ts';
import { viewOrder } from '../order.view.ts';
import { listOrderRows } from './order-page.store.ts';

type OrderRows = Awaited<ReturnType<typeof listOrderRows>>['items'];

/** Other requests run between orders that take long to render. */
const briefChars = 65_536;

async function viewAll({ caller }: Context, rows: OrderRows): Promise<JsonText[]> {
  const views: JsonText[] = [];
  for (const row of rows) {
    if (row.document.length > briefChars) await nextTurn();
    const document = currentDocument(row, row.moved_to ?? timezoneOf(caller, row));
    views.push(viewOrder({ document, own_refs: row.own_refs }));
  }
  return views;
}

/** A page of the orders of a location, or of the whole account, as the calling client sees them. */
export async function listOrders(
  { db, reads }: { db: Database; reads: LargeReads },
  ctx: Context,
  { location_id }: { location_id?: string },
  query: OrderFilters,
) {
  const { account, client_id } = ctx.caller;
  const scope = { account_id: account.id, location_id, client_id };
  return reads.page(ctx, async (bytesMax) => {
    const { items, ...page } = await listOrderRows(db, scope, query, bytesMax);
    return { ...page, items: await viewAll(ctx, items) };
  });
}
