import type { Database } from '@order-hub/shared/database';
import { takePage } from '@order-hub/shared/page';
import { countClientConnections, findClientConnections } from './own-connection.store.ts';

const count = 20;
const countedMax = 1_000;

/**
 * A page of the connections of a client of the user, newest first, and how many of all are not disconnected. `isMore`: there
 * are more than were counted.
 */
export async function listClientConnections(
  db: Database,
  user: { id: string },
  client_id: string,
  after: string | undefined,
) {
  const [rows, counted] = await Promise.all([
    findClientConnections(db, user.id, client_id, { after, count }),
    countClientConnections(db, user.id, client_id, countedMax + 1),
  ]);
  const total = Math.min(counted, countedMax);
  return { ...takePage(rows, count, ({ id }) => id), total, isMore: counted > countedMax };
}
