/** Deleted lists whose customers are being announced as anonymised. */
import type { Queryable } from '@order-hub/shared/database';
import type { AnonymisedList, CustomerList } from '../customer-list.ts';

const customersMax = 100;

/** Deletes a list: no reader sees it any more. Its customers are announced next. */
export async function deleteListRow(
  trx: Queryable,
  { account_id, id }: CustomerList,
  client_id: string,
): Promise<void> {
  await trx.query(
    `with deleted as (delete from customer_lists where account_id = $1 and id = $2 returning account_id, id)
     insert into anonymised_customer_lists (account_id, customer_list_id, client_id)
     select account_id, id, $3 from deleted`,
    [account_id, id, client_id],
  );
}

/** The list that has waited longest, of those that no other process is announcing. Locked until the transaction ends. */
export async function lockAnonymisedList(trx: Queryable): Promise<AnonymisedList | undefined> {
  const { rows } = await trx.query<AnonymisedList>(
    `select account_id, customer_list_id as id, client_id, announced_to from anonymised_customer_lists
     order by deleted_at limit 1 for update skip locked`,
  );
  return rows[0];
}

/** The ids of the next customers to announce. Those who were anonymised before have been. */
export async function findCustomersToAnnounce(
  db: Queryable,
  { account_id, id, announced_to }: AnonymisedList,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select id from customers where account_id = $1 and customer_list_id = $2 and id > $3 and not anonymised
     order by id limit $4`,
    [account_id, id, announced_to, customersMax],
  );
  return rows.map((customer) => customer.id);
}

/** Records that the customers up to this one were announced. */
export async function updateAnnouncedTo(trx: Queryable, { account_id, id }: AnonymisedList, customer_id: string) {
  await trx.query(
    'update anonymised_customer_lists set announced_to = $3 where account_id = $1 and customer_list_id = $2',
    [account_id, id, customer_id],
  );
}

/** Hands a list over to clear-deleted-lists.ts: all of its customers were announced. */
export async function moveToDeleted(trx: Queryable, { account_id, id }: AnonymisedList): Promise<void> {
  await trx.query(
    `with announced as (
       delete from anonymised_customer_lists where account_id = $1 and customer_list_id = $2
       returning account_id, customer_list_id
     )
     insert into deleted_customer_lists (account_id, customer_list_id)
     select account_id, customer_list_id from announced`,
    [account_id, id],
  );
}
