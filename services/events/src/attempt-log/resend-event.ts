import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { notFound, unprocessable } from '@order-hub/shared/errors';
import { rememberReply } from '@order-hub/shared/remember-reply';
import { replayBatch } from '../backlog/replay-dropped-events.ts';
import { ownerOf } from '../callbacks/owner.ts';
import { hastenEvent } from '../events/hasten-event.ts';
import { oldestShown } from './logged-attempt.ts';
import type { ResentView } from './logged-attempt.schema.ts';
import { findAttempt } from './logged-attempt.store.ts';

export type ResendDeps = { db: Database; wake: (connection_ids: readonly string[]) => void };

const notKept = () =>
  unprocessable(
    'The event was acknowledged, or the callback deleted since: it is not kept, and cannot be sent again',
    'event_not_kept',
  );

/**
 * Sends the event of an attempt again: a kept one with all attempts anew, one that waits for its retry at once, with the attempt
 * that is due next. Throws 404 for an attempt of another connection, and 422 for an event that is not kept any more.
 */
export async function resendEvent({ db, wake }: ResendDeps, ctx: Context, { attempt_id }: { attempt_id: string }) {
  const owner = ownerOf(ctx);
  const found = await findAttempt(db, owner, { id: attempt_id, oldest: oldestShown(ctx.now) });
  if (!found) throw notFound('Delivery');
  const { connection_id, account_id } = owner;
  const { event_id } = found;
  const reply = await transaction(db, async (trx) => {
    const chosen = { id: event_id, connection: connection_id, account: account_id };
    const { replayed } = await replayBatch(trx, chosen);
    if (replayed === 0 && !(await hastenEvent(trx, owner, event_id))) throw notKept();
    return rememberReply(trx, ctx, { resent: 1, more: false } satisfies ResentView);
  });
  wake([connection_id]);
  return reply;
}
