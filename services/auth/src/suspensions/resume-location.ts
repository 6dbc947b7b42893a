import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { setLocationSuspension } from './suspend-location.ts';

/** Ends the suspension of a location. (A paused location accepts orders again by itself: return-to-normal.ts.) Throws 404. */
export const resumeLocation = (
  deps: { db: Database },
  ctx: PrincipalContext,
  { location_id }: { location_id: string },
  { reason }: { reason?: string | undefined },
) => setLocationSuspension(deps, ctx, { location_id, suspended: false, reason });
