/** What is attached to a client, a user, an account or a location that is to be deleted. */
import type { Queryable } from '@order-hub/shared/database';

/** What is to be deleted: one of these. */
export type Subject = { client_id: string } | { user_id: string } | { account_id: string; location_id: string | null };

const idsOf = (of: Subject) => [
  'client_id' in of ? of.client_id : null,
  'user_id' in of ? of.user_id : null,
  'account_id' in of ? of.account_id : null,
  'account_id' in of ? of.location_id : null,
];

const isOf = `($1::text is null or c.client_id = $1) and ($2::text is null or c.user_id = $2)
  and ($3::text is null or c.account_id = $3) and ($4::text is null or c.location_id = $4)`;

/** The connections of the subject that are not disconnected, in the order of their ids. */
export async function listLiveConnections(trx: Queryable, of: Subject): Promise<string[]> {
  const { rows } = await trx.query<{ id: string }>({
    text: `select c.id from connections c where c.disconnected_at is null and ${isOf} order by c.id`,
    values: idsOf(of),
  });
  return rows.map(({ id }) => id);
}

/** Whether simulators act for the subject: an open test shop of the user, at the place, or with the client. */
export async function hasOpenShop(trx: Queryable, of: Subject): Promise<boolean> {
  const { rowCount } = await trx.query({
    text: `select from test_shops t join connections c on c.id in (t.till_id, t.website_id) and c.account_id = t.account_id
     where t.ended_at is null and ${isOf} limit 1`,
    values: idsOf(of),
  });
  return rowCount === 1;
}

/**
 * Deletes what is left of the subject's connections, which are all disconnected: their rows, codes that were not exchanged, and
 * what a test shop that has ended remembers of them.
 */
export async function deleteConnections(trx: Queryable, of: Subject): Promise<void> {
  const ids = idsOf(of);
  await trx.query({
    text: `delete from test_shops t using connections c
     where c.id in (t.till_id, t.website_id) and c.account_id = t.account_id and t.ended_at is not null and ${isOf}`,
    values: ids,
  });
  // A code for a location does not name the account.
  await trx.query(
    `delete from authorization_codes c
     where ($1::text is null or c.client_id = $1) and ($2::text is null or c.user_id = $2)
       and ($3::text is null or c.account_id = $3
         or c.location_id in (select l.id from locations l where l.account_id = $3))
       and ($4::text is null or c.location_id = $4)`,
    ids,
  );
  await trx.query({
    text: `delete from connection_uses u using connections c where c.id = u.connection_id and ${isOf}`,
    values: ids,
  });
  await trx.query({
    text: `delete from troubles t using connections c where c.id = t.connection_id and c.account_id = t.account_id and ${isOf}`,
    values: ids,
  });
  await trx.query({ text: `delete from connections c where ${isOf}`, values: ids });
}

/** What of these a user has, up to one of each; undefined when there is no such user. Locks the user until the transaction ends. */
export async function lockUserWithThings(
  trx: Queryable,
  id: string,
): Promise<{ email: string; is_operator: boolean; accounts: number; clients: number } | undefined> {
  const { rowCount } = await trx.query('select from users where id = $1 for update', [id]);
  if (rowCount === 0) return undefined;
  const { rows } = await trx.query<{ email: string; is_operator: boolean; accounts: number; clients: number }>(
    `select u.email, u.operator_since is not null as is_operator,
            (select count(*)::int from accounts a where a.user_id = u.id) as accounts,
            (select count(*)::int from clients c where c.user_id = u.id) as clients
     from users u where u.id = $1`,
    [id],
  );
  return rows[0];
}

/** Ends what a user may do at other people's locations. Returns where that was. */
export async function deleteMemberships(
  trx: Queryable,
  user_id: string,
): Promise<{ account_id: string; location_id: string; location: string; role: string }[]> {
  const { rows } = await trx.query<{ account_id: string; location_id: string; location: string; role: string }>(
    `delete from members m using locations l
     where m.user_id = $1 and l.id = m.location_id and l.account_id = m.account_id
     returning m.account_id, m.location_id, l.name as location, m.role`,
    [user_id],
  );
  return rows;
}

/** Deletes a user, with what proves the log-in and the mails that wait. Sessions and what was begun in them are ended before. */
export async function deleteUserRows(trx: Queryable, { id, email }: { id: string; email: string }): Promise<void> {
  await trx.query('delete from second_factors where user_id = $1', [id]);
  await trx.query('delete from recovery_codes where user_id = $1', [id]);
  await trx.query('delete from known_browsers where user_id = $1', [id]);
  await trx.query('delete from refused_log_ins where user_id = $1', [id]);
  await trx.query(`delete from mails where address = $1 and kind <> 'invitation' and account_id is null`, [email]);
  await trx.query('delete from users where id = $1', [id]);
}

/** An account that is to be deleted, and how many locations it has. Locked until the transaction ends: nobody adds one. */
export async function lockAccountWithLocations(
  trx: Queryable,
  id: string,
): Promise<{ name: string; currency: string; locations: number } | undefined> {
  const { rowCount } = await trx.query('select from accounts where id = $1 for update', [id]);
  if (rowCount === 0) return undefined;
  const { rows } = await trx.query<{ name: string; currency: string; locations: number }>(
    `select a.name, a.currency, (select count(*)::int from locations l where l.account_id = a.id) as locations
     from accounts a where a.id = $1`,
    [id],
  );
  return rows[0];
}

/** Deletes an account without locations, with the mails about it that wait. */
export async function deleteAccountRows(trx: Queryable, account_id: string): Promise<void> {
  await trx.query('delete from mails where account_id = $1', [account_id]);
  await trx.query('delete from accounts where id = $1', [account_id]);
}

/** A location that is to be deleted, and how many people and open invitations it has. Locked until the transaction ends. */
export async function lockLocationWithPeople(
  trx: Queryable,
  id: string,
): Promise<{ account_id: string; name: string; people: number } | undefined> {
  const { rowCount } = await trx.query(
    `select from locations l join accounts a on a.id = l.account_id where l.id = $1
     for no key update of a for update of l`,
    [id],
  );
  if (rowCount === 0) return undefined;
  const { rows } = await trx.query<{ account_id: string; name: string; people: number }>(
    `select l.account_id, l.name,
            (select count(*)::int from members m where m.location_id = l.id and m.account_id = l.account_id) +
            (select count(*)::int from invitations i
             where i.location_id = l.id and i.account_id = l.account_id and i.expires_at > now()) as people
     from locations l where l.id = $1`,
    [id],
  );
  return rows[0];
}

/** Deletes a location without people, with its special days and the invitations that have expired. */
export async function deleteLocationRows(
  trx: Queryable,
  { account_id, location_id }: { account_id: string; location_id: string },
): Promise<void> {
  await trx.query('delete from special_days where account_id = $1 and location_id = $2', [account_id, location_id]);
  await trx.query('delete from invitations where account_id = $1 and location_id = $2', [account_id, location_id]);
  await trx.query('delete from locations where account_id = $1 and id = $2', [account_id, location_id]);
}

/** A client that is to be deleted. Locked until the transaction ends: nobody connects it. */
export async function lockClientRow(
  trx: Queryable,
  id: string,
): Promise<{ name: string; user_id: string } | undefined> {
  const { rows } = await trx.query<{ name: string; user_id: string }>(
    'select name, user_id from clients where id = $1 for update',
    [id],
  );
  return rows[0];
}

/** Deletes a client without connections, with its listing and the secret that it keeps. */
export async function deleteClientRows(trx: Queryable, client_id: string): Promise<void> {
  await trx.query('delete from listings where client_id = $1', [client_id]);
  await trx.query('delete from kept_secrets where client_id = $1', [client_id]);
  await trx.query('delete from clients where id = $1', [client_id]);
}
