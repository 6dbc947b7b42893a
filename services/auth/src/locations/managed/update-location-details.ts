import { assertCountry } from '@order-hub/shared/country';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { causeOf } from '@order-hub/shared/resource-changed';
import { transactionOf } from '../../acting/open-transaction.ts';
import { byPrincipal } from '../../audit/audit.ts';
import { changedFields } from '../../audit/changed-fields.ts';
import { recordEntry } from '../../audit/record-entry.ts';
import { ownerIdOf } from '../../users/owner.ts';
import type { LocationDetails } from '../location.ts';
import { locationFactsChanged, locationUpdated } from '../location.events.ts';
import { lockManagedLocation, lookAtSpecialDays, updateDetails } from '../location.store.ts';

/**
 * Updates the name, address and timezone of a location. Clients get a `location.update` caused by no client; gateways and
 * the services that show the location's times are told of a new timezone. An update that changes nothing announces nothing. Throws 404, also for
 * another user's location, and 422 for an unknown country.
 */
export const updateLocationDetails = (
  { db }: { db: Database },
  ctx: PrincipalContext,
  { location_id }: { location_id: string },
  details: LocationDetails,
) =>
  transactionOf(db, ctx, async (trx) => {
    const before = await lockManagedLocation(trx, location_id, ownerIdOf(ctx));
    if (!before) throw notFound('Location');
    assertCountry(details.country, before.country);
    const changes = changedFields(before, details);
    if (!changes) return {};
    const { id: account_id } = before.account;
    await updateDetails(trx, { ...details, id: location_id, account_id });
    const updated = locationUpdated(before, { ...before, ...details }, causeOf(ctx));
    const { timezone } = details;
    const isMoved = before.timezone !== timezone;
    if (isMoved) await lookAtSpecialDays(trx, { id: location_id, account_id, now: ctx.now });
    const messages = [updated, ...(isMoved ? [locationFactsChanged({ id: location_id, account_id, timezone })] : [])];
    const entry = { action: 'location.update', account_id, subject_id: location_id, details: changes } as const;
    await recordEntry(trx, byPrincipal(ctx), entry, ...messages);
    return {};
  });
