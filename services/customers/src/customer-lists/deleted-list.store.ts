/** Lists that were deleted, and what is left of them. Each function deletes one batch. */
import type { Queryable } from '@order-hub/shared/database';

/** A list that is gone for every reader. */
export type DeletedList = { account_id: string; customer_list_id: string };

const customersMax = 100;
const rowsMax = 5_000;

/** Deleted lists, longest waiting first. */
export async function listDeletedLists(db: Queryable): Promise<DeletedList[]> {
  const { rows } = await db.query<DeletedList>(
    'select account_id, customer_list_id from deleted_customer_lists order by deleted_at limit 100',
  );
  return rows;
}

/** The ids of some customers of a deleted list. */
export async function findCustomersToDelete(db: Queryable, { account_id, customer_list_id }: DeletedList) {
  const { rows } = await db.query<{ id: string }>(
    'select id from customers where account_id = $1 and customer_list_id = $2 order by id limit $3',
    [account_id, customer_list_id, customersMax],
  );
  return rows.map(({ id }) => id);
}

/** Rows of customers, which go before the customers. A card's operations go before the card. */
const parts = [
  `delete from loyalty_operations where ctid = any (array(
     select operation.ctid from loyalty_cards as card
     join loyalty_operations as operation on operation.account_id = card.account_id and operation.loyalty_card_id = card.id
     where card.account_id = $1 and card.customer_id = any ($2::text[]) limit $3))`,
  `delete from loyalty_cards where ctid = any (array(
     select ctid from loyalty_cards where account_id = $1 and customer_id = any ($2::text[]) limit $3))`,
  `delete from customer_orders where ctid = any (array(
     select ctid from customer_orders where account_id = $1 and customer_id = any ($2::text[]) limit $3))`,
  `delete from customer_private_refs where ctid = any (array(
     select ctid from customer_private_refs where account_id = $1 and customer_id = any ($2::text[]) limit $3))`,
];

/** Deletes customers with all that belongs to them, each statement in a transaction of its own. */
export async function deleteCustomers(db: Queryable, account_id: string, ids: readonly string[]) {
  for (const part of parts) {
    while (((await db.query(part, [account_id, ids, rowsMax])).rowCount ?? 0) === rowsMax);
  }
  await db.query('delete from customers where account_id = $1 and id = any ($2::text[])', [account_id, ids]);
}

/** Nothing is left of the list. */
export async function deleteDeletedList(db: Queryable, { account_id, customer_list_id }: DeletedList) {
  await db.query('delete from deleted_customer_lists where account_id = $1 and customer_list_id = $2', [
    account_id,
    customer_list_id,
  ]);
}
