import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { NewSpecialDay } from '@order-hub/shared/management/special-days';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { assertWithinQuota } from '@order-hub/shared/quota';
import { transactionOf } from '../../acting/open-transaction.ts';
import { byPrincipal } from '../../audit/audit.ts';
import { recordEntry } from '../../audit/record-entry.ts';
import { lockOwnRole } from '../../acting/lock-own-role.ts';
import { lockLocation } from '../location.store.ts';
import { assertSpecialDay, specialDaysMax } from './special-day.ts';
import { insertSpecialDay, listDays } from './special-day.store.ts';

/**
 * Adds a special day to the location of a page. One that has begun closes it within a second. Throws 404 when the page is about
 * no location, and 422 as assertSpecialDay does, for a day that is special already, and beyond the quota.
 */
export const addSpecialDay = (
  { db }: { db: Database },
  ctx: PrincipalContext,
  _params: object,
  special: NewSpecialDay,
): Promise<Record<string, never>> =>
  transactionOf(db, ctx, async (trx) => {
    const place = await lockOwnRole(trx, ctx);
    // Locked, so that nobody counts its days at the same time.
    const location = await lockLocation(trx, place.account_id, place.location_id);
    if (!location) throw notFound('Location');
    assertSpecialDay(special, location, ctx.now);
    const { length: count } = await listDays(trx, place);
    assertWithinQuota('special_days_of_a_location', specialDaysMax, count + 1);
    await insertSpecialDay(trx, { ...place, ...special, look_at: ctx.now });
    const entry = { action: 'special_day.add', account_id: place.account_id, subject_id: place.location_id } as const;
    await recordEntry(trx, byPrincipal(ctx), { ...entry, details: special });
    return {};
  });
