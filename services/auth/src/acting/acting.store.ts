/** What decides whether somebody on a page may still act: their session, and whether they are an operator. */
import type { Queryable } from '@order-hub/shared/database';
import type { MemberRole } from '@order-hub/shared/management/members';

/** A session of a user, by its digest or by the start of it that is its handle (`handleOf`). */
export type SessionOfUser = { user_id: string; handle: string };

/**
 * Locks the user of a session that is not ended, until the end of the transaction. Whoever ends sessions locks the user too: they wait, or
 * this does, and then finds no session.
 */
export async function lockUserOfSession(
  trx: Queryable,
  { user_id, handle }: SessionOfUser,
): Promise<{ is_operator: boolean } | undefined> {
  const { rows } = await trx.query<{ is_operator: boolean }>({
    name: 'lock-user-of-session',
    text: 'select operator_since is not null as is_operator from users where id = $1 for no key update',
    values: [user_id],
  });
  // In a statement of its own, which sees what whoever had the lock has committed.
  const { rowCount } = await trx.query({
    name: 'find-session-of-handle',
    text: 'select from sessions where user_id = $1 and starts_with(id_digest, $2)',
    values: [user_id, handle],
  });
  return rowCount === 0 ? undefined : rows[0];
}

/** What a user is at a location, until the end of the transaction; undefined for who does not work there. */
export async function lockRoleShared(
  trx: Queryable,
  { account_id, location_id, user_id }: { account_id: string; location_id: string; user_id: string },
): Promise<MemberRole | undefined> {
  const { rows } = await trx.query<{ role: MemberRole }>(
    'select role from members where account_id = $1 and location_id = $2 and user_id = $3 for share',
    [account_id, location_id, user_id],
  );
  return rows[0]?.role;
}
