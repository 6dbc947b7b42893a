import type { Queryable } from '@order-hub/shared/database';
import { takePage, type Page } from '@order-hub/shared/page';
import type { Operator } from './operator.ts';

const columns = 'id, email, first_name, last_name, operator_since';

/** Locks the user with this id, or with the address in the form in which it is unique (`emailKey`). */
export async function lockOperator(
  trx: Queryable,
  { id, email_key }: { id: string; email_key: string },
): Promise<Operator | undefined> {
  const { rows } = await trx.query<Operator>({
    text: `select ${columns} from users where id = $1 or email_key = $2 for update`,
    values: [id, email_key],
  });
  return rows[0];
}

/** Whether the user is an operator, until the end of the transaction. */
export async function lockIsOperatorShared(trx: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await trx.query('select from users where id = $1 and operator_since is not null for share', [
    id,
  ]);
  return rowCount === 1;
}

export async function updateOperatorSince(trx: Queryable, id: string, operator_since: Date | null): Promise<void> {
  await trx.query('update users set operator_since = $2 where id = $1', [id, operator_since]);
}

/** A page of the operators, in the order of their ids. */
export async function listOperators(
  db: Queryable,
  { after = '', count }: { after?: string | undefined; count: number },
): Promise<Page<Operator>> {
  const { rows } = await db.query<Operator>({
    text: `select ${columns} from users where operator_since is not null and id > $1 order by id limit $2`,
    values: [after, count + 1],
  });
  return takePage(rows, count, ({ id }) => id);
}
