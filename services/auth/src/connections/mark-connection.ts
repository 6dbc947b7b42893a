import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database, type Queryable } from '@order-hub/shared/database';
import { invalid, notFound } from '@order-hub/shared/errors';
import { recordConnections } from './announce-connections.ts';
import type { Connection } from './connection.ts';
import { findConnection, lockConnection, updateMarks } from './connection.store.ts';

type Deps = { db: Database };

async function getLocked(trx: Queryable, id: string): Promise<Connection> {
  const isThere = await lockConnection(trx, id);
  const connection = isThere ? await findConnection(trx, id) : undefined;
  if (!connection) throw notFound('Connection');
  return connection;
}

async function mark(trx: Queryable, connection: Connection, change: Partial<Connection>): Promise<Connection> {
  const marked = { ...connection, ...change };
  await updateMarks(trx, connection.id, marked);
  await recordConnections(trx, [connection.id]);
  return marked;
}

/**
 * Blocks or unblocks a connection for a while. Nothing is told when it is so already. Raises 404, and 422 when the
 * connection is disconnected: only a new authorisation helps that.
 */
export function blockConnection(
  { db }: Deps,
  { now }: Context<null>,
  id: string,
  blocked: boolean,
): Promise<Connection> {
  return transaction(db, async (trx) => {
    const connection = await getLocked(trx, id);
    if (connection.disconnected_at) throw invalid('id', 'is of a connection that is disconnected; authorise it again');
    if ((connection.blocked_at !== null) === blocked) return connection;
    return mark(trx, connection, { blocked_at: blocked ? now : null });
  });
}

/** Ends a connection for good: its token never works again. Nothing is told when it has ended already. Raises 404. */
export function disconnectConnection({ db }: Deps, { now }: Context<null>, id: string): Promise<Connection> {
  return transaction(db, async (trx) => {
    const connection = await getLocked(trx, id);
    if (connection.disconnected_at) return connection;
    return mark(trx, connection, { disconnected_at: now });
  });
}
