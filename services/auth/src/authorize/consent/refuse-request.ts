import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { formatScope } from '@order-hub/shared/scopes';
import { byPrincipal } from '../../audit/audit.ts';
import { recordEntry } from '../../audit/record-entry.ts';
import { retrievePlace } from '../places/retrieve-place.ts';
import type { PendingRequest } from '../steps/open-request.ts';

/** Records the refusal in the audit, its only trace. Throws 404. */
export async function refuseRequest(
  deps: { db: Database },
  ctx: PrincipalContext,
  { request, progress }: PendingRequest,
): Promise<void> {
  const place = await retrievePlace(deps, ctx, progress);
  await recordEntry(deps.db, byPrincipal(ctx), {
    action: 'connection.refuse',
    account_id: place?.account_id ?? null,
    subject_id: request.client.id,
    details: { scope: formatScope(request.scope), location_id: progress.location_id },
  });
}
