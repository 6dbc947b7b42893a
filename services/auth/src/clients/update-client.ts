import { transaction, type Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { byUser } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { announceConnections } from '../connections/announce-connections.ts';
import type { UserVisit } from '@order-hub/pages/visit';
import type { Client } from './client.ts';
import { updateClientRow } from './client.store.ts';

/** Changes the name and the redirect URIs of a client of the user. Other services learn of another name. Throws 404. */
export const updateClient = (
  db: Database,
  visit: UserVisit,
  { id, name, redirect_uris }: Pick<Client, 'id' | 'name' | 'redirect_uris'>,
) =>
  transaction(db, async (trx) => {
    const after = { name, redirect_uris };
    const before = await updateClientRow(trx, { id, user_id: visit.user.id }, after);
    if (!before) throw notFound('Client');
    if (before.name === name && before.redirect_uris.join('\n') === redirect_uris.join('\n')) return;
    if (before.name !== name) await announceConnections(trx, { client_id: id });
    const entry = { action: 'client.update', account_id: null, subject_id: id, details: { before, after } } as const;
    await recordEntry(trx, byUser(visit), entry);
  });
