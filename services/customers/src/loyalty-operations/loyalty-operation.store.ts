import type { Queryable } from '@order-hub/shared/database';
import { takePage, type Page } from '@order-hub/shared/page';
import type { ListedOperation, LoyaltyOperation } from './loyalty-operation.ts';
import type { LoyaltyOperationPage } from './loyalty-operation.schema.ts';

const columns = 'id, customer_id, order_location_id, order_id, reason, delta, new_balance, position';

export type CardKey = { account_id: string; loyalty_card_id: string };

export async function insertLoyaltyOperations(trx: Queryable, operations: readonly ListedOperation[]) {
  await trx.query({
    name: 'insert-loyalty-operations',
    text: `insert into loyalty_operations
             (account_id, loyalty_card_id, id, customer_id, order_location_id, order_id, reason, delta, new_balance, position)
           select * from unnest((select $1::text[]), (select $2::text[]), (select $3::text[]), (select $4::text[]),
             (select $5::text[]), (select $6::text[]), (select $7::text[]), (select $8::text[]), (select $9::numeric[]),
             (select $10::integer[]))`,
    values: [
      operations.map(({ list }) => list.account_id),
      operations.map(({ card }) => card.id),
      operations.map(({ operation }) => operation.id),
      operations.map(({ operation }) => operation.customer_id),
      operations.map(({ operation }) => operation.order_location_id),
      operations.map(({ operation }) => operation.order_id),
      operations.map(({ operation }) => operation.reason),
      operations.map(({ operation }) => operation.delta),
      operations.map(({ operation }) => operation.new_balance),
      operations.map(({ operation }) => operation.position),
    ],
  });
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
