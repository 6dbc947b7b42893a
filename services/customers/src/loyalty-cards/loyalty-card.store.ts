import { queryBuilder, runQuery, type Queryable } from '@order-hub/shared/database';
import { takePage, type Page } from '@order-hub/shared/pagination';
import type { CustomerList } from '../customer-lists/customer-list.ts';
import type { LoyaltyCard } from './loyalty-card.ts';
import type { LoyaltyCardFilters } from './loyalty-card.schema.ts';

const columns = 'id, ref, name, balance, customer_id';

/** One card of a list. */
export async function findLoyaltyCardRow(
  db: Queryable,
  { account_id, id: customer_list_id }: CustomerList,
  loyalty_card_id: string,
) {
  const { rows } = await db.query<LoyaltyCard>({
    name: 'find-loyalty-card',
    text: `select ${columns} from loyalty_cards where account_id = $1 and id = $2 and customer_list_id = $3`,
    values: [account_id, loyalty_card_id, customer_list_id],
  });
  return rows[0];
}

/** All cards of a customer, oldest first. */
export async function findCardsOfCustomer(db: Queryable, account_id: string, customer_id: string) {
  const { rows } = await db.query<LoyaltyCard>({
    name: 'find-cards-of-customer',
    text: `select ${columns} from loyalty_cards where account_id = $1 and customer_id = $2 order by id`,
    values: [account_id, customer_id],
  });
  return rows;
}

/** Stores a new card of a locked customer. */
export async function insertLoyaltyCard(
  trx: Queryable,
  { account_id, id: customer_list_id }: CustomerList,
  { id, customer_id, name, ref }: LoyaltyCard,
) {
  await trx.query({
    name: 'insert-loyalty-card',
    text: `insert into loyalty_cards (account_id, customer_list_id, id, customer_id, name, ref)
           values ($1, $2, $3, $4, $5, $6)`,
    values: [account_id, customer_list_id, id, customer_id, name, ref],
  });
}

/** Writes what an update can change of a card of a locked customer. */
export async function updateLoyaltyCardRow(
  trx: Queryable,
  { account_id }: CustomerList,
  { id, name, ref }: LoyaltyCard,
) {
  await trx.query({
    name: 'update-loyalty-card',
    text: 'update loyalty_cards set name = $3, ref = $4 where account_id = $1 and id = $2',
    values: [account_id, id, name, ref],
  });
}

/** A page of the cards of a list, oldest first. Each filter has an index. */
export async function listLoyaltyCardRows(
  db: Queryable,
  { account_id, id: customer_list_id }: CustomerList,
  { count, cursor, customer_id, name, ref }: LoyaltyCardFilters,
): Promise<Page<LoyaltyCard>> {
  const exact = Object.entries({ customer_id, name, ref }).filter(([, value]) => value !== undefined);
  const query = queryBuilder('loyalty_cards')
    .select(columns.split(', '))
    .where({ account_id, customer_list_id, ...Object.fromEntries(exact) })
    .orderBy('id')
    .limit(count + 1);
  if (cursor !== undefined) query.where('id', '>', cursor);
  return takePage(await runQuery<LoyaltyCard>(db, query), count, ({ id }) => id);
}
