import { transaction, type Database } from '@order-hub/shared/database';
import { invalid, notFound } from '@order-hub/shared/errors';
import type { Actor, Deed } from '../audit/audit.ts';
import { recordDeed } from '../audit/record-deed.ts';
import { findConnectionMessages } from './announce-connections.ts';
import { connectionStatus, type Marks } from './connection.ts';
import { lockConnection, updateMarks } from './connection.store.ts';
import { viewConnection } from './connection.view.ts';

type Marking = Pick<Deed, 'action'> & { marks: Partial<Marks> };

/**
 * Sets or clears the marks that block and disconnect a connection. Other services and the audit are told only if
 * the status changes. Throws 404, and 422 for blocking or unblocking a disconnected one.
 */
export const markConnection = (db: Database, by: Actor, id: string, { action, marks }: Marking) =>
  transaction(db, async (trx) => {
    const before = await lockConnection(trx, id);
    if (!before) throw notFound('Connection');
    if (before.disconnected_at && !marks.disconnected_at)
      throw invalid('id', 'is of a connection that is disconnected; authorise it again');
    const after = { ...before, ...marks };
    if (connectionStatus(after) === connectionStatus(before)) return viewConnection(before);
    await updateMarks(trx, id, after);
    const deed = { action, account_id: before.account_id, subject_id: id };
    await recordDeed(trx, by, deed, ...(await findConnectionMessages(trx, [id])));
    return viewConnection(after);
  });
