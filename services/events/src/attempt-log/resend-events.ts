import type { Context } from '@order-hub/shared/caller';
import { transaction } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { rememberReply } from '@order-hub/shared/remember-reply';
import { parseTime } from '@order-hub/shared/times';
import { nextOf, replayBatch } from '../backlog/replay-dropped-events.ts';
import { ownerOf } from '../callbacks/owner.ts';
import { retrieveCallback } from '../callbacks/retrieve-callback.ts';
import type { ResendMany, ResentView } from './logged-attempt.schema.ts';
import type { ResendDeps } from './resend-event.ts';

/**
 * Sends the caller's refused and given up events again, the oldest first, in one batch. `more` asks the caller to repeat it.
 * Throws 404 without a callback.
 */
export async function resendEvents(
  deps: ResendDeps,
  ctx: Context,
  _params: unknown,
  { since, state }: ResendMany,
): Promise<ResentView> {
  if (Object.keys((await retrieveCallback(deps, ctx)).events).length === 0) throw notFound('Callback');
  const { connection_id, account_id } = ownerOf(ctx);
  const chosen = {
    ...{ connection: connection_id, account: account_id },
    since: since ? parseTime(since).toISOString() : undefined,
    refused: state ? state === 'refused' : undefined,
  };
  const reply = await transaction(deps.db, async (trx) => {
    const batch = await replayBatch(trx, chosen);
    return rememberReply(trx, ctx, { resent: batch.replayed, more: nextOf(batch) !== null });
  });
  deps.wake([connection_id]);
  return reply;
}
