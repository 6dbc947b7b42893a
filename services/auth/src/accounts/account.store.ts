import type { Queryable } from '@order-hub/shared/database';
import type { Account } from './account.ts';

type NewAccount = Account & { user_id: string; created_at: Date };
type Suspendable = { name: string; suspended: boolean };

/** Inserts the account if its user exists. Returns whether it did. */
export async function insertAccount(db: Queryable, account: NewAccount): Promise<boolean> {
  const { id, user_id, name, currency, created_at } = account;
  const { rowCount } = await db.query(
    `insert into accounts (id, user_id, name, currency, created_at)
     select $1, u.id, $3, $4, $5 from users u where u.id = $2`,
    [id, user_id, name, currency, created_at],
  );
  return rowCount === 1;
}

export async function findAccount(db: Queryable, id: string): Promise<Account | undefined> {
  const { rows } = await db.query<Account>({
    name: 'find-account',
    text: 'select id, name, currency from accounts where id = $1',
    values: [id],
  });
  return rows[0];
}

/** Locks the account until the end of the transaction, so that no connection to it is created meanwhile. */
export async function lockAccount(trx: Queryable, id: string): Promise<Suspendable | undefined> {
  const { rows } = await trx.query<Suspendable>(
    'select name, suspended_at is not null as suspended from accounts where id = $1 for update',
    [id],
  );
  return rows[0];
}

export async function updateAccountSuspension(trx: Queryable, id: string, suspended_at: Date | null): Promise<void> {
  await trx.query('update accounts set suspended_at = $2 where id = $1', [id, suspended_at]);
}

/** An account as its owner sees it. `locations`: how many. */
export type OwnAccount = Account & { suspended: boolean; locations: number };

/** Which of a list: up to `count`, after the id `after`. */
export type Part = { after: string | undefined; count: number };

/** The accounts of a user, oldest first, one more than `count` when there are more. */
export async function findUserAccounts(db: Queryable, user_id: string, { after, count }: Part): Promise<OwnAccount[]> {
  const { rows } = await db.query<OwnAccount>({
    name: 'find-user-accounts',
    text: `select a.id, a.name, a.currency, a.suspended_at is not null as suspended,
                  (select count(*)::int from locations l where l.account_id = a.id) as locations
           from accounts a where a.user_id = $1 and a.id > $2 order by a.id limit $3`,
    values: [user_id, after ?? '', count + 1],
  });
  return rows;
}

export async function countUserAccounts(db: Queryable, user_id: string): Promise<number> {
  const { rows } = await db.query<{ accounts: number }>(
    'select count(*)::int as accounts from accounts where user_id = $1',
    [user_id],
  );
  return rows[0]?.accounts ?? 0;
}

/** An account of this user. */
export async function findUserAccount(db: Queryable, user_id: string, id: string): Promise<OwnAccount | undefined> {
  const { rows } = await db.query<OwnAccount>({
    name: 'find-user-account',
    text: `select a.id, a.name, a.currency, a.suspended_at is not null as suspended,
                  (select count(*)::int from locations l where l.account_id = a.id) as locations
           from accounts a where a.id = $2 and a.user_id = $1`,
    values: [user_id, id],
  });
  return rows[0];
}

/** Renames an account of this user. Returns its former name, or undefined when there is no such account. */
export async function updateAccountName(
  trx: Queryable,
  { user_id, id, name }: { user_id: string; id: string; name: string },
): Promise<string | undefined> {
  const { rows } = await trx.query<{ name: string }>(
    `update accounts a set name = $3 from (select id, name from accounts where id = $2 and user_id = $1 for update) old
     where a.id = old.id returning old.name`,
    [user_id, id, name],
  );
  return rows[0]?.name;
}
