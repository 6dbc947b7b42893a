import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { SpecialDay } from '@order-hub/shared/management/special-days';
import { locationOf, type PrincipalContext } from '@order-hub/shared/principal';
import { findLocation } from '../location.store.ts';
import { businessDay } from './business-day.ts';
import { listDays } from './special-day.store.ts';

/** The special days of the location of a page, and which day it is there. Throws 404 when the page is about no location. */
export async function listSpecialDays(
  { db }: { db: Database },
  ctx: PrincipalContext,
): Promise<{ today: string; items: SpecialDay[] }> {
  const place = locationOf(ctx);
  const location = await findLocation(db, place.account_id, place.location_id);
  if (!location) throw notFound('Location');
  return { today: businessDay(ctx.now, location), items: await listDays(db, place) };
}
