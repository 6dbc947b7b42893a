import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../acting/open-transaction.ts';
import { byPrincipal } from '../audit/audit.ts';
import { changedFields } from '../audit/changed-fields.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { raiseConnections } from '../connections/announce-connections.ts';
import { assertConfirmed, ownerIdOf } from '../users/owner.ts';
import { lockClient, updateClientFields, type ClientFields } from './client.store.ts';
import { unlistClient } from './directory/listing.store.ts';

/**
 * Updates the name and the redirect URIs of a client. A change by its owner takes the mark of a verified client away, and the
 * client out of the directory. Announces a new name to other services. Throws 404, and 403 for other redirect URIs from a user who has not just entered the password.
 */
export const updateClient = (
  { db }: { db: Database },
  ctx: PrincipalContext,
  { client_id: id }: { client_id: string },
  fields: ClientFields,
) =>
  transactionOf(db, ctx, async (trx) => {
    const owner_id = ownerIdOf(ctx);
    const before = await lockClient(trx, { id, owner_id });
    if (!before) throw notFound('Client');
    const changed = changedFields(before, fields);
    if (!changed) return {};
    if ('redirect_uris' in changed.after) assertConfirmed(ctx);
    const after = { ...fields, verified_at: owner_id === null ? before.verified_at : null };
    await updateClientFields(trx, id, after);
    if (owner_id !== null) await unlistClient(trx, id, ctx.now);
    const announced = 'name' in changed.after ? await raiseConnections(trx, { client_id: id }) : [];
    const entry = { action: 'client.update', account_id: null, subject_id: id } as const;
    const details = changedFields(before, after) ?? changed;
    await recordEntry(trx, byPrincipal(ctx), { ...entry, details }, ...announced);
    return {};
  });
