import type { Context } from '@order-hub/shared/caller';
import { transaction } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { rememberReply } from '@order-hub/shared/remember-reply';
import { nextOf, replayBatch } from '../backlog/replay-dropped-events.ts';
import { ownerOf } from '../callbacks/owner.ts';
import { retrieveCallback } from '../callbacks/retrieve-callback.ts';
import { keptOf, type KeptFilters } from './kept-events.ts';
import type { ResentView } from './logged-attempt.schema.ts';
import type { ResendDeps } from './resend-event.ts';

/**
 * Sends the caller's refused and given up events again, the oldest first, in one batch. `more` asks the caller to repeat it.
 * Throws 404 without a callback.
 */
export async function resendEvents(
  deps: ResendDeps,
  ctx: Context,
  _params: unknown,
  kept: KeptFilters,
): Promise<ResentView> {
  if (Object.keys((await retrieveCallback(deps, ctx)).events).length === 0) throw notFound('Callback');
  const owner = ownerOf(ctx);
  const reply = await transaction(deps.db, async (trx) => {
    const batch = await replayBatch(trx, keptOf(owner, kept));
    return rememberReply(trx, ctx, { resent: batch.replayed, more: nextOf(batch) !== null });
  });
  deps.wake([owner.connection_id]);
  return reply;
}
