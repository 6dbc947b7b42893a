import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database, type Queryable } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { rememberReply } from '@order-hub/shared/remember-reply';
import { causeOf } from '@order-hub/shared/resource-changed';
import { changedFields } from '../audit/changed-fields.ts';
import { findActor } from '../users/find-actor.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { hasSameHours, isSameLocation, settingsOf, updatedLocation, type LocationUpdate } from './location.ts';
import { locationUpdated } from './location.events.ts';
import { lockLocation, lookAtSpecialDays, updateSettings } from './location.store.ts';
import { viewLocation } from './location.view.ts';

/**
 * Updates a location for a client (docs/api/locations.md#update). An update that changes nothing makes no event and no
 * audit entry. Throws 404, and 422 as updatedLocation does.
 */
export const updateLocation = (
  { db }: { db: Database },
  ctx: Context,
  { location_id }: { location_id: string },
  update: LocationUpdate,
) => transaction(db, (trx) => updateLocationIn(trx, ctx, location_id, update));

/** The same, in the transaction `trx`. */
export async function updateLocationIn(trx: Queryable, ctx: Context, location_id: string, update: LocationUpdate) {
  const { caller, now } = ctx;
  const account_id = caller.account.id;
  const before = await lockLocation(trx, account_id, location_id);
  if (!before) throw notFound('Location');
  const after = updatedLocation(before, update, now);
  if (isSameLocation(before, after)) return rememberReply(trx, ctx, viewLocation(before, now));
  await updateSettings(trx, after);
  if (!hasSameHours(before, after)) await lookAtSpecialDays(trx, { id: location_id, account_id, now });
  const details = changedFields(settingsOf(before), settingsOf(after)) ?? {};
  const event = locationUpdated(before, after, causeOf(ctx));
  const entry = { action: 'location.update', account_id, subject_id: location_id, details } as const;
  await recordEntry(trx, await findActor(trx, ctx), entry, event);
  return rememberReply(trx, ctx, viewLocation(after, now));
}
