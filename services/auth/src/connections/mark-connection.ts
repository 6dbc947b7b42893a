import { transaction, type Database } from '@order-hub/shared/database';
import { invalid, notFound } from '@order-hub/shared/errors';
import type { Actor } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { findConnectionMessages } from './announce-connections.ts';
import { connectionStatus, type Marks } from './connection.ts';
import { lockConnection, updateMarks, type Target } from './connection.store.ts';
import { viewConnection } from './connection.view.ts';

type Marking = { action: `connection.${string}`; marks: Partial<Marks> };

/**
 * Sets or clears the marks that block and disconnect a connection. Other services get a message, and the audit an entry,
 * only if the status changes. Throws 404, and 422 for blocking or unblocking a disconnected one.
 */
export const markConnection = (db: Database, by: Actor, target: Target, { action, marks }: Marking) =>
  transaction(db, async (trx) => {
    const before = await lockConnection(trx, target);
    if (!before) throw notFound('Connection');
    if (before.disconnected_at && !marks.disconnected_at)
      throw invalid('id', 'is of a connection that is disconnected; authorise it again');
    const after = { ...before, ...marks };
    if (connectionStatus(after) === connectionStatus(before)) return viewConnection(before);
    const { id, account_id, client_name } = before;
    await updateMarks(trx, id, after);
    const entry = { action, account_id, subject_id: id, details: { client_name } };
    await recordEntry(trx, by, entry, ...(await findConnectionMessages(trx, [id])));
    return viewConnection(after);
  });
