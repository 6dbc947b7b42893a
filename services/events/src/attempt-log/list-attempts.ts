import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import type { Page, PageQuery } from '@order-hub/shared/page';
import { ownerOf } from '../callbacks/owner.ts';
import { oldestShown } from './logged-attempt.ts';
import type { AttemptView } from './logged-attempt.schema.ts';
import { listAttemptRows, type AttemptFilters } from './logged-attempt.store.ts';
import { viewAttempt } from './logged-attempt.view.ts';

/** Sorts after every id. */
const afterAllIds = '~';

/** A page of the attempts of the caller's callback in the last seven days, the newest first. */
export async function listAttempts(
  { db }: { db: Database },
  ctx: Context,
  _params: unknown,
  { count, cursor, ...filters }: PageQuery & AttemptFilters,
): Promise<Page<AttemptView>> {
  const page = { count, before: cursor ?? afterAllIds, oldest: oldestShown(ctx.now) };
  const { items, next } = await listAttemptRows(db, ownerOf(ctx), filters, page);
  return { items: items.map(viewAttempt), next };
}
