import { transaction, type Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { byPrincipal } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { announceConnections } from '../connections/announce-connections.ts';
import { ownerIdOf } from '../users/owner.ts';
import { updateClientFields, type ClientFields } from './client.store.ts';

/** Updates the name and the redirect URIs of a client. Announces a new name to other services. Throws 404. */
export const updateClient = (
  { db }: { db: Database },
  ctx: PrincipalContext,
  { client_id }: { client_id: string },
  after: ClientFields,
) =>
  transaction(db, async (trx) => {
    const before = await updateClientFields(trx, { id: client_id, owner_id: ownerIdOf(ctx) }, after);
    if (!before) throw notFound('Client');
    if (isSameClient(before, after)) return {};
    if (before.name !== after.name) await announceConnections(trx, { client_id });
    const entry = { action: 'client.update', account_id: null, subject_id: client_id } as const;
    await recordEntry(trx, byPrincipal(ctx), { ...entry, details: { before, after } });
    return {};
  });

const isSameClient = (before: ClientFields, after: ClientFields) =>
  before.name === after.name && before.redirect_uris.join('\n') === after.redirect_uris.join('\n');
