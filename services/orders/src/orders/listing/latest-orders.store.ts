import type { Queryable } from '@order-hub/shared/database';
import type { LatestOrder } from '@order-hub/shared/orders-calls';

/** An order, with the timezone of its times. */
type LatestRow = LatestOrder & { timezone: string };

/** The latest 50 orders of a location, newest first. Reads each document once. */
export async function listLatestOrderRows(
  db: Queryable,
  { account_id, location_id }: { account_id: string; location_id: string },
): Promise<LatestRow[]> {
  const { rows } = await db.query<LatestRow>({
    name: 'list-latest-orders',
    text: `select o.id, o.status, d.ref, d.collection_code, d.service_type, d.created_at, d.expected_time, d.total,
             (select count(*)::int from json_array_elements(d.items) item where item ->> 'deleted' = 'false') as items,
             nullif(concat_ws(' ', d.customer ->> 'first_name', d.customer ->> 'last_name'), '') as customer_name,
             d.channel, o.created_by, o.timezone
           from (
             select id, status, created_by, timezone, document from orders
             where account_id = $1 and location_id = $2 order by id desc limit 50
           ) o
           cross join lateral json_to_record(o.document::json) as d(ref text, collection_code text, service_type text,
             created_at text, expected_time text, total text, channel text, items json, customer json)
           order by o.id desc`,
    values: [account_id, location_id],
  });
  return rows;
}
