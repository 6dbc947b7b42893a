import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { updateSuspension } from './update-suspension.ts';

/** Ends the suspension of a location. (A paused location accepts orders again by itself: return-to-normal.ts.) Throws 404. */
export const resumeLocation = (
  deps: { db: Database },
  ctx: PrincipalContext,
  { location_id: id }: { location_id: string },
  { reason }: { reason?: string | undefined },
) => updateSuspension(deps, ctx, { kind: 'location', id }, { suspended: false, reason });
