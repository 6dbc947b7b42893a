/** Who works at which location of somebody else's account. */
import { violates, type Queryable } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import type { Member, MemberRole, PlacedMember, Workplace } from '@order-hub/shared/management/members';
import { takePage, type Page } from '@order-hub/shared/page';

type PageQuery = { after?: string | undefined; count: number };

const selectMembers = `
  select m.id, m.account_id, m.location_id, l.name as location_name, m.user_id, u.email, u.first_name, u.last_name, m.role,
         m.created_at
  from members m join locations l on l.id = m.location_id and l.account_id = m.account_id join users u on u.id = m.user_id`;

export type NewMember = {
  id: string;
  account_id: string;
  location_id: string;
  user_id: string;
  role: MemberRole;
  created_at: Date;
};

/** Throws 422 on `user_id` when the user is a member of the location already. */
export async function insertMember(trx: Queryable, member: NewMember): Promise<void> {
  const { id, account_id, location_id, user_id, role, created_at } = member;
  try {
    await trx.query(
      `insert into members (id, account_id, location_id, user_id, role, created_at) values ($1, $2, $3, $4, $5, $6)`,
      [id, account_id, location_id, user_id, role, created_at],
    );
  } catch (error) {
    throw violates(error, 'members_user') ? invalid('user_id', 'works at this location already') : error;
  }
}

export async function findMember(db: Queryable, id: string): Promise<Member | undefined> {
  const { rows } = await db.query<Member>({
    name: 'find-member',
    text: `${selectMembers} where m.id = $1`,
    values: [id],
  });
  return rows[0];
}

/** Locks the member until the end of the transaction. */
export async function lockMember(trx: Queryable, id: string): Promise<Member | undefined> {
  const { rows } = await trx.query<Member>({
    text: `${selectMembers} where m.id = $1 for update of m`,
    values: [id],
  });
  return rows[0];
}

/** The same, by user and location. */
export async function lockMemberAt(
  trx: Queryable,
  { user_id, location_id }: { user_id: string; location_id: string },
): Promise<Member | undefined> {
  const { rows } = await trx.query<Member>({
    text: `${selectMembers} where m.user_id = $1 and m.location_id = $2 for update of m`,
    values: [user_id, location_id],
  });
  return rows[0];
}

/** A page of the people of an account, or of one of its locations, oldest first. */
export async function listMembers(
  db: Queryable,
  { account_id, location_id }: { account_id: string; location_id: string | null },
  { after = '', count }: PageQuery,
): Promise<Page<Member>> {
  const { rows } = await db.query<Member>({
    text: `${selectMembers}
           where m.account_id = $1 and ($2::text is null or m.location_id = $2) and m.id > $3 order by m.id limit $4`,
    values: [account_id, location_id, after, count + 1],
  });
  return takePage(rows, count, ({ id }) => id);
}

const peopleMax = 200;

/** The people of all accounts of a user, newest first. */
export async function listPeopleOfOwner(db: Queryable, user_id: string): Promise<PlacedMember[]> {
  const { rows } = await db.query<PlacedMember>({
    name: 'list-people-of-owner',
    text: `select m.id, m.account_id, m.location_id, l.name as location_name, m.user_id, u.email, u.first_name, u.last_name,
             m.role, m.created_at, a.name as account_name
           from accounts a join members m on m.account_id = a.id
             join locations l on l.id = m.location_id and l.account_id = m.account_id join users u on u.id = m.user_id
           where a.user_id = $1 order by m.id desc limit $2`,
    values: [user_id, peopleMax],
  });
  return rows;
}

/** A page of the locations at which a user is a member, oldest first. */
export async function listWorkplaces(
  db: Queryable,
  user_id: string,
  { after = '', count }: PageQuery,
): Promise<Page<Workplace>> {
  const { rows } = await db.query<Workplace>({
    name: 'list-workplaces',
    text: `select m.id, m.location_id, l.name as location_name, m.account_id, a.name as account_name, m.role
           from members m join accounts a on a.id = m.account_id
             join locations l on l.id = m.location_id and l.account_id = m.account_id
           where m.user_id = $1 and m.id > $2 order by m.id limit $3`,
    values: [user_id, after, count + 1],
  });
  return takePage(rows, count, ({ id }) => id);
}

type MemberKey = Pick<Member, 'id' | 'account_id'>;

export async function updateRole(trx: Queryable, { id, account_id }: MemberKey, role: MemberRole): Promise<void> {
  await trx.query('update members set role = $3 where id = $1 and account_id = $2', [id, account_id, role]);
}

export async function deleteMember(trx: Queryable, { id, account_id }: MemberKey): Promise<void> {
  await trx.query('delete from members where id = $1 and account_id = $2', [id, account_id]);
}

/** Deletes the invitations to a location that a member made. */
export async function deleteInvitationsBy(
  trx: Queryable,
  { account_id, location_id, user_id }: { account_id: string; location_id: string; user_id: string },
): Promise<void> {
  await trx.query('delete from invitations where account_id = $1 and location_id = $2 and invited_by = $3', [
    account_id,
    location_id,
    user_id,
  ]);
}

type LocationOwner = { account_id: string; location_name: string; owner_id: string };

/**
 * Whose a location is. Until the end of the transaction nobody else changes or counts the people of its account: whoever changes
 * them takes this lock first, and then reads who may.
 */
export async function lockLocationOwner(trx: Queryable, location_id: string): Promise<LocationOwner | undefined> {
  const { rows } = await trx.query<LocationOwner>(
    `select a.id as account_id, l.name as location_name, a.user_id as owner_id
     from locations l join accounts a on a.id = l.account_id where l.id = $1 for no key update of a`,
    [location_id],
  );
  return rows[0];
}
