import type { Queryable } from '@order-hub/shared/database';

/** `used_at`: ISO 8601 with offset. */
export type ConnectionUse = { connection_id: string; used_at: string };

/**
 * Stores when connections were last used. Ignores earlier times than the stored one, and unknown ids. Writes in the order of
 * ids, so that two overlapping reports wait for each other instead of deadlocking.
 */
export async function upsertUses(db: Queryable, uses: readonly ConnectionUse[]): Promise<void> {
  await db.query({
    name: 'upsert-uses',
    text: `insert into connection_uses as known (connection_id, used_at)
           select c.id, max(u.used_at)
           from unnest($1::text[], $2::timestamptz[]) as u (connection_id, used_at)
           join connections c on c.id = u.connection_id
           group by c.id order by c.id
           on conflict (connection_id) do update set used_at = greatest(known.used_at, excluded.used_at)
           where known.used_at < excluded.used_at`,
    values: [uses.map(({ connection_id }) => connection_id), uses.map(({ used_at }) => used_at)],
  });
}
