import type { Database, Queryable } from '@order-hub/shared/database';
import { notFound, stillInUse } from '@order-hub/shared/errors';
import type { Ask } from '@order-hub/shared/internal-call';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../acting/open-transaction.ts';
import { byPrincipal } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { locationFactsChanged } from '../locations/location.events.ts';
import { assertConfirmed } from '../users/owner.ts';
import { assertNothingKept } from './check-nothing-kept.ts';
import {
  deleteConnections,
  deleteLocationRows,
  listLiveConnections,
  lockLocationWithPeople,
} from './attached.store.ts';
import { counted } from './obstacles.ts';

/**
 * Deletes a location that has had no order, with what is left of its connections; gateways look it up again. Throws 404; 409 while
 * it has people, connections that are not disconnected, orders, catalogs or customer lists; and 503 while that cannot be looked up.
 */
export async function deleteLocation(
  { db, ask }: { db: Database; ask: Ask },
  ctx: PrincipalContext,
  { location_id }: { location_id: string },
) {
  assertConfirmed(ctx);
  const { account_id } = await transactionOf(db, ctx, (trx) => lockUnused(trx, location_id));
  // Nothing is locked while other services are asked.
  await assertNothingKept(ask, ctx.requestId, { account_id, location_id });
  return transactionOf(db, ctx, async (trx) => {
    const { name } = await lockUnused(trx, location_id);
    await deleteConnections(trx, { account_id, location_id });
    await deleteLocationRows(trx, { account_id, location_id });
    const entry = {
      action: 'location.delete',
      account_id,
      subject_id: location_id,
      details: { location: name },
    } as const;
    await recordEntry(trx, byPrincipal(ctx), entry, locationFactsChanged({ id: location_id, account_id }));
    return {};
  });
}

async function lockUnused(trx: Queryable, location_id: string) {
  const location = await lockLocationWithPeople(trx, location_id);
  if (!location) throw notFound('Location');
  const { account_id, people } = location;
  const live = await listLiveConnections(trx, { account_id, location_id });
  if (live.length > 0)
    throw stillInUse(`The location has ${counted(live.length, 'connection')}: disconnect them first`);
  if (people > 0)
    throw stillInUse(`The location has people or open invitations (${people}): remove and withdraw them first`);
  return location;
}
