import type { Queryable } from '@order-hub/shared/database';
import type { FactorRule, ListedAccount, ManagedAccount } from '@order-hub/shared/management/accounts';
import { takePage, type Page } from '@order-hub/shared/page';
import { owns } from '../places/acting.ts';
import type { Account, OwnedAccount } from './account.ts';

type NewAccount = Account & { user_id: string; created_at: Date };

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

export async function findAccountNames(db: Queryable, ids: string[]): Promise<{ id: string; name: string }[]> {
  const { rows } = await db.query<{ id: string; name: string }>({
    name: 'find-account-names',
    text: 'select id, name from accounts where id = any($1)',
    values: [ids],
  });
  return rows;
}

/** A page of the accounts of a user, oldest first. */
export async function listUserAccounts(
  db: Queryable,
  user_id: string,
  { after = '', count }: { after?: string | undefined; count: number },
): Promise<Page<ListedAccount>> {
  const { rows } = await db.query<ListedAccount>({
    name: 'list-user-accounts',
    text: `select a.id, a.name, a.currency, a.suspended_at is not null as suspended,
                  (select count(*)::int from locations l where l.account_id = a.id) as locations
           from accounts a where a.user_id = $1 and a.id > $2 order by a.id limit $3`,
    values: [user_id, after, count + 1],
  });
  return takePage(rows, count, ({ id }) => id);
}

/** A page of all accounts, oldest first. */
export async function listAllAccounts(
  db: Queryable,
  { after = '', count }: { after?: string | undefined; count: number },
): Promise<Page<ListedAccount>> {
  const { rows } = await db.query<ListedAccount>({
    name: 'list-all-accounts',
    text: `select a.id, a.name, a.currency, a.suspended_at is not null as suspended,
                  (select count(*)::int from locations l where l.account_id = a.id) as locations
           from accounts a where a.id > $1 order by a.id limit $2`,
    values: [after, count + 1],
  });
  return takePage(rows, count, ({ id }) => id);
}

/** A user's accounts with `search` in their name, folded, oldest first; at most `count`. */
export async function searchOwnedAccounts(
  db: Queryable,
  { user_id, search, count }: { user_id: string; search: string; count: number },
): Promise<Omit<ListedAccount, 'locations'>[]> {
  const { rows } = await db.query<Omit<ListedAccount, 'locations'>>({
    name: 'search-owned-accounts',
    text: `select a.id, a.name, a.currency, a.suspended_at is not null as suspended
           from accounts a where a.user_id = $1 and ($2 = '' or strpos(folded_text(a.name), nullif(folded_text($2), '')) > 0)
           order by a.id limit $3`,
    values: [user_id, search, count],
  });
  return rows;
}

/** How many accounts the user has. Until the end of the transaction nobody else can count them likewise. */
export async function lockAndCountAccounts(trx: Queryable, user_id: string): Promise<number> {
  await trx.query('select 1 from users where id = $1 for no key update', [user_id]);
  const { rows } = await trx.query<{ accounts: number }>(
    'select count(*)::int as accounts from accounts where user_id = $1',
    [user_id],
  );
  return rows[0]?.accounts ?? 0;
}

/** An account if this user owns it. */
export async function findOwnedAccount(db: Queryable, id: string, owner_id: string): Promise<OwnedAccount | undefined> {
  const { rows } = await db.query<OwnedAccount>({
    name: 'find-owned-account',
    text: `select id, name, currency, suspended_at from accounts a where id = $1 and ${owns('a', '$2')}`,
    values: [id, owner_id],
  });
  return rows[0];
}

/**
 * An account with its owner, and how many locations and connections it has; with `owner_id` only if that user owns it. Counts
 * up to `connectionsMax` connections.
 */
export async function findManagedAccount(
  db: Queryable,
  { id, owner_id, connectionsMax }: { id: string; owner_id: string | null; connectionsMax: number },
): Promise<ManagedAccount | undefined> {
  const { rows } = await db.query<ManagedAccount>({
    name: 'find-managed-account',
    text: `select a.id, a.name, a.currency, a.created_at, a.suspended_at, a.user_id, u.email as owner_email,
                  case when a.second_factor_required_at is null then 'optional' else 'required' end as second_factor,
                  concat_ws(' ', u.first_name, u.last_name) as owner_name,
                  (select count(*)::int from locations l where l.account_id = a.id) as locations,
                  (select count(*)::int from (
                     select from connections c where c.account_id = a.id and c.disconnected_at is null limit $3
                   ) counted) as connections
           from accounts a join users u on u.id = a.user_id where a.id = $1 and ($2::text is null or ${owns('a', '$2')})`,
    values: [id, owner_id, connectionsMax],
  });
  return rows[0];
}

/** What an account was before its update. */
export type AccountRules = { name: string; second_factor: FactorRule };

/** Locks an account until the end of the transaction; with `owner_id` only if that user owns it. */
export async function lockAccountRules(
  trx: Queryable,
  { id, owner_id }: { id: string; owner_id: string | null },
): Promise<AccountRules | undefined> {
  const { rows } = await trx.query<AccountRules>({
    name: 'lock-account-rules',
    text: `select a.name, case when a.second_factor_required_at is null then 'optional' else 'required' end as second_factor
     from accounts a where a.id = $1 and ($2::text is null or ${owns('a', '$2')}) for no key update of a`,
    values: [id, owner_id],
  });
  return rows[0];
}

export async function updateAccountName(trx: Queryable, id: string, name: string): Promise<void> {
  await trx.query('update accounts set name = $2 where id = $1', [id, name]);
}

/** `since`: null when a second factor is optional again. */
export async function updateFactorRequired(trx: Queryable, id: string, since: Date | null): Promise<void> {
  await trx.query('update accounts set second_factor_required_at = $2 where id = $1', [id, since]);
}

/** The people of an account by their ids: its owner, and each member once. */
export async function listPeopleIds(trx: Queryable, account_id: string): Promise<string[]> {
  const { rows } = await trx.query<{ user_id: string }>(
    `select user_id from accounts where id = $1 union select user_id from members where account_id = $1 order by user_id`,
    [account_id],
  );
  return rows.map(({ user_id }) => user_id);
}

/** The accounts that require a second factor of this user, who owns them or works there; at most `count`. */
export async function listRequiringAccounts(
  db: Queryable,
  user_id: string,
  count: number,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await db.query<{ id: string; name: string }>({
    name: 'list-requiring-accounts',
    text: `select a.id, a.name from accounts a where a.user_id = $1 and a.second_factor_required_at is not null
           union
           select a.id, a.name from members m join accounts a on a.id = m.account_id
           where m.user_id = $1 and a.second_factor_required_at is not null
           order by id limit $2`,
    values: [user_id, count],
  });
  return rows;
}
