/** When an account or a location was suspended, if it is. */
import type { Queryable } from '@order-hub/shared/database';

type Suspendable = { account_id: string; name: string; suspended: boolean };

/** Locks the account until the end of the transaction, so that no connection to it is created meanwhile. */
export async function lockAccount(trx: Queryable, id: string): Promise<Suspendable | undefined> {
  const { rows } = await trx.query<Suspendable>(
    'select id as account_id, name, suspended_at is not null as suspended from accounts where id = $1 for update',
    [id],
  );
  return rows[0];
}

/** Locks the location likewise. */
export async function lockLocation(trx: Queryable, id: string): Promise<Suspendable | undefined> {
  const { rows } = await trx.query<Suspendable>(
    'select account_id, name, suspended_at is not null as suspended from locations where id = $1 for update',
    [id],
  );
  return rows[0];
}

export async function updateAccount(trx: Queryable, id: string, suspended_at: Date | null): Promise<void> {
  await trx.query('update accounts set suspended_at = $2 where id = $1', [id, suspended_at]);
}

export async function updateLocation(trx: Queryable, id: string, suspended_at: Date | null): Promise<void> {
  await trx.query('update locations set suspended_at = $2 where id = $1', [id, suspended_at]);
}

export async function findLocationIds(trx: Queryable, account_id: string): Promise<string[]> {
  const { rows } = await trx.query<{ id: string }>('select id from locations where account_id = $1 order by id', [
    account_id,
  ]);
  return rows.map(({ id }) => id);
}
