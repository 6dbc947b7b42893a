import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { ownerOf } from '../callbacks/owner.ts';
import { viewAttempt } from './logged-attempt.view.ts';
import { oldestShown } from './logged-attempt.ts';
import type { AttemptView } from './logged-attempt.schema.ts';
import { findAttempt } from './logged-attempt.store.ts';

/** An attempt of the caller in the last seven days. Throws 404. */
export async function retrieveAttempt(
  { db }: { db: Database },
  ctx: Context,
  { attempt_id: id }: { attempt_id: string },
): Promise<AttemptView> {
  const found = await findAttempt(db, ownerOf(ctx), { id, oldest: oldestShown(ctx.now) });
  if (!found) throw notFound('Delivery');
  return viewAttempt(found);
}
