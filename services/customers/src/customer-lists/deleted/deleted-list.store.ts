/** The customers of a deleted list, and everything that belongs to them. */
import type { Queryable } from '@order-hub/shared/database';
import { deleteInBatches, type DeletedResource } from '@order-hub/shared/deleted-resource-store';

const customersMax = 100;
const rowsMax = 5_000;

/** The ids of some customers of a deleted list. */
export async function findCustomersToDelete(db: Queryable, { account_id, id }: DeletedResource): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'select id from customers where account_id = $1 and customer_list_id = $2 order by id limit $3',
    [account_id, id, customersMax],
  );
  return rows.map((customer) => customer.id);
}

/** The operations of a card before the card. */
const statements = [
  `delete from loyalty_operations where account_id = $1 and ctid = any (array(
     select operation.ctid from loyalty_cards as card
     join loyalty_operations as operation on operation.account_id = card.account_id and operation.loyalty_card_id = card.id
     where card.account_id = $1 and card.customer_id = any ($2::text[]) limit $3))`,
  `delete from loyalty_cards where account_id = $1 and ctid = any (array(
     select ctid from loyalty_cards where account_id = $1 and customer_id = any ($2::text[]) limit $3))`,
  `delete from customer_orders where account_id = $1 and ctid = any (array(
     select ctid from customer_orders where account_id = $1 and customer_id = any ($2::text[]) limit $3))`,
  `delete from customer_private_refs where account_id = $1 and ctid = any (array(
     select ctid from customer_private_refs where account_id = $1 and customer_id = any ($2::text[]) limit $3))`,
].map((text) => ({ text, rowsMax }));

/** Deletes customers and everything that belongs to them in batches, each a transaction of its own, until `signal` aborts. */
export async function deleteCustomers(
  db: Queryable,
  account_id: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  await deleteInBatches(db, statements, [account_id, ids], signal);
  if (signal.aborted) return;
  await db.query({
    text: `with deleted as (delete from customers where account_id = $1 and id = any ($2::text[]) returning 1)
           update customer_counts set customers = greatest(customers - (select count(*) from deleted), 0)
           where account_id = $1`,
    values: [account_id, ids],
  });
}
