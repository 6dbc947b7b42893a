import type { Queryable } from '@order-hub/shared/database';
import type { CustomersOrder } from '@order-hub/shared/customer-page-calls';

/** An order, with the timezone of its time. */
export type CustomerOrderRow = CustomersOrder & { timezone: string };

type CustomerIn = { account_id: string; location_id: string; customer_id: string };

/**
 * The orders of a location among the latest 200 of a customer, newest first, at most 20. A customer of a list of the account
 * may order in many locations: the latest 200 bound what is read.
 */
export async function listCustomerOrderRows(
  db: Queryable,
  { account_id, location_id, customer_id }: CustomerIn,
): Promise<CustomerOrderRow[]> {
  const { rows } = await db.query<CustomerOrderRow>({
    name: 'list-customer-orders',
    text: `with latest as materialized (
             select id, location_id from orders
             where account_id = $1 and customer_id = $3 order by id desc limit 200
           ), here as materialized (
             select id from latest where location_id = $2 order by id desc limit 20
           )
           select o.id, o.status, d.ref, d.collection_code, d.service_type, d.created_at, d.total,
             (select count(*)::int from json_array_elements(d.items) item where item ->> 'deleted' = 'false') as items,
             o.timezone
           from (
             select id, status, timezone, document from orders
             where account_id = $1 and location_id = $2 and id = any (array(select id from here))
           ) o
           cross join lateral json_to_record(o.document::json) as d(ref text, collection_code text, service_type text,
             created_at text, total text, items json)
           order by o.id desc`,
    values: [account_id, location_id, customer_id],
  });
  return rows;
}
