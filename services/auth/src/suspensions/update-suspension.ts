import type { Database, Queryable } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../acting/open-transaction.ts';
import { byPrincipal } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { raiseConnections } from '../connections/announce-connections.ts';
import { locationFactsChanged } from '../locations/location.events.ts';
import { assertConfirmed } from '../users/owner.ts';
import * as store from './suspension.store.ts';

/** What is suspended or resumed. */
type Subject = { kind: 'account' | 'location'; id: string };
type Change = { suspended: boolean; reason?: string | undefined };

const kinds = {
  account: {
    name: 'Account',
    lock: store.lockAccount,
    update: store.updateAccount,
    findLocationIds: store.findLocationIds,
  },
  location: {
    name: 'Location',
    lock: store.lockLocation,
    update: store.updateLocation,
    findLocationIds: (_trx: Queryable, id: string) => Promise.resolve([id]),
  },
};

/**
 * Suspends or resumes an account or a location. Announces and audits only a real change; gateways look the locations up
 * again. Throws 404, and 403 for an operator's page without a password that was just entered.
 */
export function updateSuspension(
  { db }: { db: Database },
  ctx: PrincipalContext,
  { kind, id }: Subject,
  { suspended, reason }: Change,
) {
  assertConfirmed(ctx);
  return transactionOf(db, ctx, async (trx) => {
    const { name, lock, update, findLocationIds } = kinds[kind];
    const before = await lock(trx, id);
    if (!before) throw notFound(name);
    const { account_id } = before;
    if (before.suspended !== suspended) {
      await update(trx, id, suspended ? ctx.now : null);
      const announced = await raiseConnections(trx, { [`${kind}_id`]: id });
      const messages = (await findLocationIds(trx, id)).map((location_id) =>
        locationFactsChanged({ id: location_id, account_id }),
      );
      const action = `${kind}.${suspended ? 'suspend' : 'resume'}` as const;
      const details = reason === undefined ? {} : { details: { reason } };
      await recordEntry(
        trx,
        byPrincipal(ctx),
        { action, account_id, subject_id: id, ...details },
        ...announced,
        ...messages,
      );
    }
    return { id, name: before.name, account_id, suspended };
  });
}
