import { queryBuilder, type Queryable } from '@order-hub/shared/database';
import { idFloor } from '@order-hub/shared/ids';
import { parseTime } from '@order-hub/shared/times';
import { takeWeighedPage, weighedRows, type WeighedPage, type WeighedRow } from '@order-hub/shared/weighed-page';
import type { OrderFilters } from '../order.schema.ts';
import { movedTo, type MovedRow, type OwnRow } from '../order.store.ts';

/** The orders of an account or of one of its locations, as `client_id` may see and filter them. */
export type ListScope = { account_id: string; location_id?: string | undefined; client_id: string };

/**
 * The next `count` + 1 orders. Ids grow with the time of creation, so cursor, `after` and `before` are ranges of ids, and each
 * further filter has an index that ends in the id: a page costs the same however many orders there are.
 */
function followingOrders({ account_id, location_id, client_id }: ListScope, filters: OrderFilters) {
  const { count, cursor, after, before, status, created_by, customer_id, private_ref } = filters;
  const exact = Object.entries({ location_id, status, created_by, customer_id }).filter(
    ([, value]) => value !== undefined,
  );
  const query = queryBuilder('orders')
    .select(
      'id',
      'document',
      'document_version',
      'timezone',
      queryBuilder.raw('private_refs -> ? as own_refs', [client_id]),
    )
    .where({ account_id, ...Object.fromEntries(exact) })
    .orderBy('id')
    .limit(count + 1);
  if (location_id === undefined) query.select(queryBuilder.raw(movedTo));
  if (cursor !== undefined) query.where('id', '>', cursor);
  if (after !== undefined) query.where('id', '>=', idFloor(parseTime(after)));
  if (before !== undefined) query.where('id', '<', idFloor(parseTime(before)));
  if (private_ref !== undefined) {
    query.whereRaw('private_refs @> ?::jsonb', [JSON.stringify({ [client_id]: { self: private_ref } })]);
  }
  return query.toSQL().toNative();
}

const columns = 'id, document, document_version, timezone, own_refs';
const bytes = 'octet_length(document) + coalesce(octet_length(own_refs::text), 0)';

type ListedRow = OwnRow & MovedRow & WeighedRow;

/** A page of orders, oldest first, of at most `bytesMax` bytes. */
export async function listOrderRows(
  db: Queryable,
  scope: ListScope,
  filters: OrderFilters,
  bytesMax: number,
): Promise<WeighedPage<ListedRow>> {
  const { sql, bindings } = followingOrders(scope, filters);
  const { length } = bindings;
  const { rows } = await db.query<ListedRow>(
    weighedRows({
      rows: sql,
      columns: scope.location_id === undefined ? `${columns}, moved_to` : columns,
      bytes,
      count: `$${length + 1}`,
      bytesMax: `$${length + 2}`,
    }),
    [...(bindings as unknown[]), filters.count, bytesMax],
  );
  return takeWeighedPage(rows, filters.count, ({ id }) => id);
}
