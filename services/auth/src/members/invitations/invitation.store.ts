/** Open invitations. One that is accepted, withdrawn or replaced is deleted; the audit keeps what became of it. */
import type { Queryable } from '@order-hub/shared/database';
import type { Invitation } from '@order-hub/shared/management/invitations';
import type { MemberRole } from '@order-hub/shared/management/members';
import { takePage, type Page } from '@order-hub/shared/page';

const selectInvitations = `
  select i.id, i.account_id, i.location_id, l.name as location_name, i.role, i.email, i.invited_by, i.created_at,
         i.expires_at
  from invitations i join locations l on l.id = i.location_id and l.account_id = i.account_id`;

type NewInvitation = Omit<Invitation, 'location_name'> & { token_digest: string };

export async function insertInvitation(trx: Queryable, invitation: NewInvitation): Promise<void> {
  const { id, account_id, location_id, role, email, token_digest, invited_by, created_at, expires_at } = invitation;
  await trx.query(
    `insert into invitations
       (id, account_id, location_id, role, email, token_digest, invited_by, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, account_id, location_id, role, email, token_digest, invited_by, created_at, expires_at],
  );
}

/** How many people an account has, open invitations included, once those that are over are deleted. */
export async function clearAndCountPeople(trx: Queryable, account_id: string, now: Date): Promise<number> {
  await trx.query('delete from invitations where account_id = $1 and expires_at <= $2', [account_id, now]);
  const { rows } = await trx.query<{ people: number }>(
    `select (select count(*)::int from members where account_id = $1) +
            (select count(*)::int from invitations where account_id = $1) as people`,
    [account_id],
  );
  return rows[0]?.people ?? 0;
}

/** A page of the open invitations of an account, or of one of its locations, oldest first. */
export async function listInvitations(
  db: Queryable,
  { account_id, location_id, now }: { account_id: string; location_id: string | null; now: Date },
  { after = '', count }: { after?: string | undefined; count: number },
): Promise<Page<Invitation>> {
  const { rows } = await db.query<Invitation>({
    text: `${selectInvitations}
           where i.account_id = $1 and ($2::text is null or i.location_id = $2) and i.expires_at > $3 and i.id > $4
           order by i.id limit $5`,
    values: [account_id, location_id, now, after, count + 1],
  });
  return takePage(rows, count, ({ id }) => id);
}

export async function findInvitation(db: Queryable, id: string, now: Date): Promise<Invitation | undefined> {
  const { rows } = await db.query<Invitation>({
    text: `${selectInvitations} where i.id = $1 and i.expires_at > $2`,
    values: [id, now],
  });
  return rows[0];
}

/** Deletes an invitation. Returns whether it was open: of concurrent requests, one succeeds. */
export async function deleteInvitation(
  trx: Queryable,
  { id, account_id }: Pick<Invitation, 'id' | 'account_id'>,
): Promise<boolean> {
  const { rowCount } = await trx.query('delete from invitations where id = $1 and account_id = $2', [id, account_id]);
  return rowCount === 1;
}

/** An invitation as whoever holds its link sees it. `inviter`: a name, or an email address. */
export type OpenInvitation = {
  location_id: string;
  location_name: string;
  account_name: string;
  timezone: string;
  role: MemberRole;
  email: string | null;
  inviter: string | null;
  /** The account requires a second factor. */
  requires_second_factor: boolean;
};

export async function findByToken(db: Queryable, token_digest: string, now: Date): Promise<OpenInvitation | undefined> {
  const { rows } = await db.query<OpenInvitation>(
    `select l.id as location_id, l.name as location_name, a.name as account_name, l.timezone, i.role, i.email,
            coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email) as inviter,
            a.second_factor_required_at is not null as requires_second_factor
     from invitations i join accounts a on a.id = i.account_id
       join locations l on l.id = i.location_id and l.account_id = i.account_id
       left join users u on u.id = i.invited_by
     where i.token_digest = $1 and i.expires_at > $2`,
    [token_digest, now],
  );
  return rows[0];
}

type TakenInvitation = { id: string; location_id: string; role: MemberRole; invited_by: string | null };

/** Deletes the invitation with this token and returns it: of concurrent requests, one gets it. */
export async function takeByToken(
  trx: Queryable,
  token_digest: string,
  now: Date,
): Promise<TakenInvitation | undefined> {
  const { rows } = await trx.query<TakenInvitation>(
    'delete from invitations where token_digest = $1 and expires_at > $2 returning id, location_id, role, invited_by',
    [token_digest, now],
  );
  return rows[0];
}
