import type { Queryable } from '@order-hub/shared/database';
import { takePage, type Page } from '@order-hub/shared/pagination';
import type { LoyaltyOperation } from './loyalty-operation.ts';
import type { LoyaltyOperationPage } from './loyalty-operation.schema.ts';

const columns = 'id, customer_id, order_location_id, order_id, reason, delta, new_balance, position';

export type CardKey = { account_id: string; loyalty_card_id: string };

/** Changes the balance of a card and stores the operation, in one statement. Undefined when there is no such card. */
export async function insertLoyaltyOperation(
  trx: Queryable,
  { account_id, loyalty_card_id }: CardKey,
  {
    id,
    delta,
    reason,
    order_id,
    order_location_id,
  }: Omit<LoyaltyOperation, 'customer_id' | 'new_balance' | 'position'>,
) {
  const { rows } = await trx.query<LoyaltyOperation>({
    name: 'insert-loyalty-operation',
    text: `with card as (
             update loyalty_cards set balance = balance + $4::text::numeric, nb_operations = nb_operations + 1
             where account_id = $1 and id = $2
             returning customer_id, balance, nb_operations
           )
           insert into loyalty_operations (account_id, loyalty_card_id, id, delta, reason, order_id, order_location_id,
             customer_id, new_balance, position)
           select $1, $2, $3, $4::text, $5, $6, $7, customer_id, balance, nb_operations from card
           returning ${columns}`,
    values: [account_id, loyalty_card_id, id, delta, reason, order_id, order_location_id],
  });
  return rows[0];
}

/** One operation of a card. */
export async function findLoyaltyOperationRow(db: Queryable, { account_id, loyalty_card_id }: CardKey, id: string) {
  const { rows } = await db.query<LoyaltyOperation>({
    name: 'find-loyalty-operation',
    text: `select ${columns} from loyalty_operations where account_id = $1 and loyalty_card_id = $2 and id = $3`,
    values: [account_id, loyalty_card_id, id],
  });
  return rows[0];
}

/** A page of the operations of a card, newest first. The cursor is a position. */
export async function listLoyaltyOperationRows(
  db: Queryable,
  { account_id, loyalty_card_id }: CardKey,
  { count, cursor }: LoyaltyOperationPage,
): Promise<Page<LoyaltyOperation>> {
  const { rows } = await db.query<LoyaltyOperation>({
    name: 'list-loyalty-operations',
    text: `select ${columns} from loyalty_operations
           where account_id = $1 and loyalty_card_id = $2 and ($3::integer is null or position < $3)
           order by position desc limit $4`,
    values: [account_id, loyalty_card_id, cursor ?? null, count + 1],
  });
  return takePage(rows, count, ({ position }) => String(position));
}
