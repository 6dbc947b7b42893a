import { transaction, type Database, type Queryable } from '@order-hub/shared/database';
import { invalid, notFound } from '@order-hub/shared/errors';
import type { Actor } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { findConnectionMessages } from './announce-connections.ts';
import { connectionStatus, type Marks } from './connection.ts';
import { lockConnection, updateMarks, type OwnedConnection } from './connection.store.ts';
import { viewConnection } from './connection.view.ts';

type Change = { action: `connection.${string}`; marks: Partial<Marks> };

/**
 * Blocks, unblocks or disconnects a connection. Announces and audits only a real change of status. Throws 404, and 422 for
 * blocking or unblocking a disconnected one.
 */
export const markConnection = (db: Database, by: Actor, connection: OwnedConnection, change: Change) =>
  transaction(db, (trx) => markConnectionIn(trx, by, connection, change));

/** The same, within a transaction. */
export async function markConnectionIn(
  trx: Queryable,
  by: Actor,
  connection: OwnedConnection,
  { action, marks }: Change,
) {
  const before = await lockConnection(trx, connection);
  if (!before) throw notFound('Connection');
  if (before.disconnected_at && !marks.disconnected_at)
    throw invalid('connection_id', 'not_allowed', 'is of a disconnected connection; authorise the client again');
  const after = { ...before, ...marks };
  if (connectionStatus(after) === connectionStatus(before)) return viewConnection(before);
  const { id, account_id, client_name } = before;
  await updateMarks(trx, id, after);
  const entry = { action, account_id, subject_id: id, details: { client_name } };
  await recordEntry(trx, by, entry, ...(await findConnectionMessages(trx, [id])));
  return viewConnection(after);
}
