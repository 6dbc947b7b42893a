import { transaction, type Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { Actor } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { announceConnections } from '../connections/announce-connections.ts';
import { locationFactsChanged } from './location.events.ts';
import { lockSuspension, updateSuspension } from './location.store.ts';

/**
 * Suspends a location with the connections that are bound to it, because its subscription is not paid
 * (docs/api/authentication.md#invalid-tokens). Throws 404.
 */
export const suspendLocation = ({ db }: { db: Database }, by: Actor, id: string, reason?: string) =>
  setLocationSuspension(db, by, { id, suspended: true, reason });

type Wanted = { id: string; suspended: boolean; reason: string | undefined };

/** Suspends the location, or resumes it. Other services and the audit are told only if that is a change. */
export const setLocationSuspension = (db: Database, by: Actor, { id, suspended, reason }: Wanted) =>
  transaction(db, async (trx) => {
    const location = await lockSuspension(trx, id);
    if (!location) throw notFound('Location');
    const { account_id, name } = location;
    if (location.suspended !== suspended) {
      await updateSuspension(trx, id, suspended ? by.at : null);
      await announceConnections(trx, { location_id: id });
      const action = suspended ? 'location.suspend' : 'location.resume';
      const entry = {
        action,
        account_id,
        subject_id: id,
        ...(reason !== undefined && { details: { reason } }),
      } as const;
      await recordEntry(trx, by, entry, locationFactsChanged(id, account_id));
    }
    return { id, name, suspended };
  });
