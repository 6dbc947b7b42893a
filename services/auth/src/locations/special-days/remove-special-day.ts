import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../../acting/open-transaction.ts';
import { byPrincipal } from '../../audit/audit.ts';
import { recordEntry } from '../../audit/record-entry.ts';
import { lockOwnRole } from '../../acting/lock-own-role.ts';
import { deleteSpecialDay } from './special-day.store.ts';

/**
 * Removes a special day from the location of a page. A pause that it has begun stays: people end it as any other. Throws 404, also
 * when the page is about no location.
 */
export const removeSpecialDay = (
  { db }: { db: Database },
  ctx: PrincipalContext,
  _params: object,
  { day }: { day: string },
): Promise<Record<string, never>> =>
  transactionOf(db, ctx, async (trx) => {
    const place = await lockOwnRole(trx, ctx);
    const removed = await deleteSpecialDay(trx, { ...place, day });
    if (!removed) throw notFound('Special day');
    const entry = {
      action: 'special_day.remove',
      account_id: place.account_id,
      subject_id: place.location_id,
    } as const;
    await recordEntry(trx, byPrincipal(ctx), { ...entry, details: removed });
    return {};
  });
