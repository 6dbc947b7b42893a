import type { Database } from '@order-hub/shared/database';
import { formatScope } from '@order-hub/shared/scopes';
import { byUser } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import type { UserVisit } from '@order-hub/pages/visit';
import type { Pending } from './open-request.ts';
import { retrievePlace } from './retrieve-place.ts';

/** What a user says no to: only the audit knows. Throws 404. */
export async function refuseRequest(db: Database, visit: UserVisit, { request, travelling }: Pending): Promise<void> {
  const place = await retrievePlace(db, visit.user, travelling);
  await recordEntry(db, byUser(visit), {
    action: 'connection.refuse',
    account_id: place?.account_id ?? null,
    subject_id: request.client.id,
    details: { scope: formatScope(request.scope), location_id: travelling.location_id },
  });
}
