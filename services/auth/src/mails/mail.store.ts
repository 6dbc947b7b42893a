import type { Queryable } from '@order-hub/shared/database';
import type { WaitingMail } from './mail.ts';

const columns =
  'id, kind, account_id, address, language, timezone, facts, path, token_encrypted, attempts, created_at, expires_at';

export async function insertMail(trx: Queryable, mail: Omit<WaitingMail, 'attempts'>): Promise<void> {
  const { id, kind, account_id, address, language, timezone, facts, path, token_encrypted } = mail;
  await trx.query({
    name: 'insert-mail',
    text: `insert into mails (id, kind, account_id, address, language, timezone, facts, path, token_encrypted, due_at,
             created_at, expires_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11)`,
    values: [
      ...[id, kind, account_id, address, language, timezone, JSON.stringify(facts), path, token_encrypted],
      ...[mail.created_at, mail.expires_at],
    ],
  });
}

/** Takes up to `count` mails that are due, until `leasedUntil`. Skips those that another replica is taking. */
export async function claimMails(
  db: Queryable,
  { now, leasedUntil, count }: { now: Date; leasedUntil: Date; count: number },
): Promise<WaitingMail[]> {
  const { rows } = await db.query<WaitingMail>({
    name: 'claim-mails',
    text: `update mails set due_at = $2, attempts = attempts + 1 where id = any (array(
             select id from mails where due_at <= $1 order by due_at, id limit $3 for update skip locked))
           returning ${columns}`,
    values: [now, leasedUntil, count],
  });
  return rows;
}

type Lease = Pick<WaitingMail, 'id' | 'attempts'>;

/** Deletes a mail that was sent or given up, unless its lease ended and another attempt has begun. */
export async function deleteMail(db: Queryable, { id, attempts }: Lease): Promise<void> {
  await db.query('delete from mails where id = $1 and attempts = $2', [id, attempts]);
}

/** Says when a mail is tried again, unless its lease ended and another attempt has begun. */
export async function updateDueAt(db: Queryable, { id, attempts }: Lease, due_at: Date): Promise<void> {
  await db.query('update mails set due_at = $3 where id = $1 and attempts = $2', [id, attempts, due_at]);
}

/** How many mails wait, counted up to `max`, and since when the oldest does. */
export async function countWaiting(db: Queryable, max: number): Promise<{ count: number; oldest: Date | null }> {
  const { rows } = await db.query<{ count: number; oldest: Date | null }>(
    `select count(*)::int as count, min(created_at) as oldest from (select created_at from mails limit $1) as waiting`,
    [max],
  );
  return rows[0] ?? { count: 0, oldest: null };
}
