import { queryBuilder, runQuery, type Queryable } from '@order-hub/shared/database';
import type { SelectionPlace } from '@order-hub/shared/selectables';
import { takePage, type Page } from '@order-hub/shared/pagination';
import type { CustomerList } from './customer-list.ts';
import type { CustomerListPage } from './customer-list.schema.ts';

const columns = 'account_id, id, location_id, timezone, currency, name';

/** One list of an account. */
export async function findCustomerListRow(db: Queryable, account_id: string, id: string) {
  const { rows } = await db.query<CustomerList>({
    name: 'find-customer-list',
    text: `select ${columns} from customer_lists where account_id = $1 and id = $2`,
    values: [account_id, id],
  });
  return rows[0];
}

/** One list of an account, which cannot be deleted before the transaction ends. */
export async function shareCustomerListRow(trx: Queryable, account_id: string, id: string) {
  const { rows } = await trx.query<CustomerList>({
    name: 'share-customer-list',
    text: `select ${columns} from customer_lists where account_id = $1 and id = $2 for key share`,
    values: [account_id, id],
  });
  return rows[0];
}

/** One list of an account, locked until the transaction ends. */
export async function lockCustomerListRow(trx: Queryable, account_id: string, id: string) {
  const { rows } = await trx.query<CustomerList>({
    text: `select ${columns} from customer_lists where account_id = $1 and id = $2 for update`,
    values: [account_id, id],
  });
  return rows[0];
}

/** Keeps the names of an account's lists as they are until the transaction ends: no other transaction gives one. */
export async function lockNames(trx: Queryable, account_id: string): Promise<void> {
  await trx.query(`select pg_advisory_xact_lock(hashtextextended('customer list names:' || $1, 0))`, [account_id]);
}

/** Whether another list that shares a place with this one has its name. */
export async function isNameUsed(trx: Queryable, { account_id, id, location_id, name }: CustomerList) {
  const { rowCount } = await trx.query(
    `select from customer_lists
     where account_id = $1 and name = $2 and id <> $3
       and ($4::text is null or location_id is null or location_id = $4)
     limit 1`,
    [account_id, name, id, location_id],
  );
  return rowCount !== 0;
}

export async function insertCustomerList(trx: Queryable, list: CustomerList) {
  const { account_id, id, location_id, timezone, currency, name } = list;
  await trx.query({
    text: `insert into customer_lists (${columns}) values ($1, $2, $3, $4, $5, $6)`,
    values: [account_id, id, location_id, timezone, currency, name],
  });
}

export async function updateCustomerListName(trx: Queryable, { account_id, id, name }: CustomerList) {
  await trx.query('update customer_lists set name = $3 where account_id = $1 and id = $2', [account_id, id, name]);
}

/** Deletes a list, and marks it: its customers are deleted later (clear-deleted-lists.ts). */
export async function deleteCustomerListRow(trx: Queryable, { account_id, id }: CustomerList) {
  await trx.query(
    `with deleted as (delete from customer_lists where account_id = $1 and id = $2 returning account_id, id)
     insert into deleted_customer_lists (account_id, customer_list_id) select account_id, id from deleted`,
    [account_id, id],
  );
}

/** Which lists of an account are listed. `location_id`: those of this location too. `id`: no other than this one. */
export type ListedLists = { account_id: string; location_id: string | null; id: string | null };

/** A page of the lists of the account itself and, if named, of one of its locations; oldest first. */
export async function listCustomerListRows(
  db: Queryable,
  { account_id, location_id, id }: ListedLists,
  { count, cursor }: CustomerListPage,
): Promise<Page<CustomerList>> {
  const query = queryBuilder('customer_lists')
    .select(columns.split(', '))
    .where({ account_id, ...(id !== null && { id }) })
    .where((place) => void place.whereNull('location_id').orWhere({ location_id }))
    .orderBy('id')
    .limit(count + 1);
  if (cursor !== undefined) query.where('id', '>', cursor);
  return takePage(await runQuery<CustomerList>(db, query), count, (list) => list.id);
}

/** The first customer lists of an account and of all its locations; when one is named, of the account and this location. Oldest first. */
export async function listSelectableRows(db: Queryable, { account_id, location_id }: SelectionPlace, max: number) {
  const first = (which: string) =>
    `select id, name, location_id from customer_lists where account_id = $1 ${which} limit $2`;
  // Of null, PostgreSQL does not know that it is one value: ordered by id alone, it would walk all of the account.
  const ofPlace = `(${first('and location_id = $3 order by id')})
    union all (${first('and location_id is null order by location_id, id')}) order by id limit $2`;
  const text = location_id === null ? first('order by id') : ofPlace;
  const values = [account_id, max, ...(location_id === null ? [] : [location_id])];
  return (await db.query<Pick<CustomerList, 'id' | 'name' | 'location_id'>>({ text, values })).rows;
}
