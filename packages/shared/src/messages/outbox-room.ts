import type { Queryable } from '../data/database.ts';

/** About as many as the relay sends at once. */
const roomMessages = 500;

/**
 * Whether few messages wait in the outbox. Bulk work, such as anonymising the customers of a deleted list, waits for that
 * before each batch: so the messages of others never wait for more than a batch of its own.
 */
export async function outboxHasRoom(db: Queryable): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'outbox-room',
    text: 'select from outbox where parked_at is null limit $1',
    values: [roomMessages],
  });
  return (rowCount ?? 0) < roomMessages;
}
