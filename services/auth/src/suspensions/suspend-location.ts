import { transaction, type Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { byPrincipal } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { announceConnections } from '../connections/announce-connections.ts';
import { locationFactsChanged } from '../locations/location.events.ts';
import { lockLocation, updateLocation } from './suspension.store.ts';

type Deps = { db: Database };
type Reason = { reason?: string | undefined };

/**
 * Suspends a location with the connections that are bound to it, because its subscription is not paid
 * (docs/api/authentication.md#invalid-tokens). Throws 404.
 */
export const suspendLocation = (
  deps: Deps,
  ctx: PrincipalContext,
  { location_id }: { location_id: string },
  { reason }: Reason,
) => setLocationSuspension(deps, ctx, { location_id, suspended: true, reason });

/** Suspends or resumes the location. Announces and audits only a real change. */
export const setLocationSuspension = (
  { db }: Deps,
  ctx: PrincipalContext,
  { location_id, suspended, reason }: Reason & { location_id: string; suspended: boolean },
) =>
  transaction(db, async (trx) => {
    const location = await lockLocation(trx, location_id);
    if (!location) throw notFound('Location');
    const { account_id, name } = location;
    if (location.suspended !== suspended) {
      await updateLocation(trx, location_id, suspended ? ctx.now : null);
      await announceConnections(trx, { location_id });
      const action = suspended ? 'location.suspend' : 'location.resume';
      const entry = {
        action,
        account_id,
        subject_id: location_id,
        ...(reason !== undefined && { details: { reason } }),
      } as const;
      await recordEntry(trx, byPrincipal(ctx), entry, locationFactsChanged(location_id, account_id));
    }
    return { id: location_id, name, suspended };
  });
