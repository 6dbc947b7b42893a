import { queryBuilder, runQuery, type Queryable } from '@order-hub/shared/database';
import { takePage, type Page } from '@order-hub/shared/page';
import type { CustomerList } from '../customer-lists/customer-list.ts';
import type { LoyaltyCard } from './loyalty-card.ts';
import type { LoyaltyCardFilters } from './loyalty-card.schema.ts';

const columns = 'id, ref, name, balance, nb_operations, customer_id';

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

/** A card of a customer of a list. */
export type ListedCard = { list: CustomerList; card: LoyaltyCard };

/** Inserts or updates cards of locked customers. A card may occur only once. */
export async function saveLoyaltyCardRows(trx: Queryable, cards: readonly ListedCard[]) {
  await trx.query({
    name: 'save-loyalty-cards',
    text: `insert into loyalty_cards
             (account_id, customer_list_id, id, customer_id, name, ref, balance, nb_operations)
           select * from unnest((select $1::text[]), (select $2::text[]), (select $3::text[]), (select $4::text[]),
             (select $5::text[]), (select $6::text[]), (select $7::numeric[]), (select $8::integer[]))
           on conflict (account_id, id) do update
             set name = excluded.name, ref = excluded.ref, balance = excluded.balance, nb_operations = excluded.nb_operations`,
    values: [
      cards.map(({ list }) => list.account_id),
      cards.map(({ list }) => list.id),
      cards.map(({ card }) => card.id),
      cards.map(({ card }) => card.customer_id),
      cards.map(({ card }) => card.name),
      cards.map(({ card }) => card.ref),
      cards.map(({ card }) => card.balance),
      cards.map(({ card }) => card.nb_operations),
    ],
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
