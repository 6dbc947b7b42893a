import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { updateSuspension } from './update-suspension.ts';

/**
 * Suspends a location with the connections that are bound to it, because its subscription is not paid
 * (docs/api/authentication.md#invalid-tokens). Throws 404.
 */
export const suspendLocation = (
  deps: { db: Database },
  ctx: PrincipalContext,
  { location_id: id }: { location_id: string },
  { reason }: { reason?: string | undefined },
) => updateSuspension(deps, ctx, { kind: 'location', id }, { suspended: true, reason });
