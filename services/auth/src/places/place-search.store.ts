/** Searches accounts and locations of all users, for operators. */
import type { Queryable } from '@order-hub/shared/database';
import type { FoundAccount, FoundLocation } from '@order-hub/shared/management/operators';

/** The text searched for. `email_key`: the same as an email address in its unique form. */
type SearchText = { text: string; email_key: string };

/** The form in which names are compared, as the indexes of 0034-folded-names.ts have it. */
const folded = (text: string) => `folded_name(${text}) collate "C"`;

const ofOwner = 'select id from accounts where user_id = (select id from users where email_key = $2)';

/** Every name begins with an empty text. */
const begins = (table: string) =>
  `(select id from ${table} where folded_name($1) <> '' and ${folded('name')} ^@ ${folded('$1')}
    order by ${folded('name')} limit $3)`;

/** The accounts of this id, of the owner with this address, and whose name begins so; by name, up to `count`. */
export async function findAccountsLike(db: Queryable, searched: SearchText, count: number): Promise<FoundAccount[]> {
  const { rows } = await db.query<FoundAccount>({
    text: `select a.id, a.name, u.email as owner_email, a.suspended_at
           from accounts a join users u on u.id = a.user_id
           where a.id in (select id from accounts where id = $1 union ${ofOwner} union ${begins('accounts')})
           order by ${folded('a.name')}, a.id limit $3`,
    values: [searched.text, searched.email_key, count],
  });
  return rows;
}

const selectLocations = `
  select l.id, l.name, l.city, l.account_id, a.name as account_name, l.suspended_at is not null as suspended,
         a.suspended_at is not null as account_suspended
  from locations l join accounts a on a.id = l.account_id`;

/** Locations, found as accounts are. */
export async function findLocationsLike(db: Queryable, searched: SearchText, count: number): Promise<FoundLocation[]> {
  const { rows } = await db.query<FoundLocation>({
    text: `${selectLocations}
           where l.id in (
             select id from locations where id = $1
             union (select id from locations where account_id in (${ofOwner}) limit $3)
             union ${begins('locations')})
           order by ${folded('l.name')}, l.id limit $3`,
    values: [searched.text, searched.email_key, count],
  });
  return rows;
}

export async function findNewestAccounts(db: Queryable, count: number): Promise<FoundAccount[]> {
  const { rows } = await db.query<FoundAccount>(
    `select a.id, a.name, u.email as owner_email, a.suspended_at
     from accounts a join users u on u.id = a.user_id order by a.id desc limit $1`,
    [count],
  );
  return rows;
}
