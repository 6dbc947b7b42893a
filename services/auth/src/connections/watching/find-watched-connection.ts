import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { WatchedConnection } from '@order-hub/shared/management/attempts';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { userIdOf } from '../../users/owner.ts';
import { viewCaller } from '../callers/caller.view.ts';
import { findWatchedRow, type WatchedRow } from './watched-connection.store.ts';

/** Which connection, and as whom: with `client_id` as the owner of the client, else as that of the account. */
export type Watched = { connection_id: string; client_id: string | undefined };

/** The owner of a client sees the names that came with the token, and no ids of another user's things. */
const viewOf = (row: WatchedRow, isOwn: boolean): WatchedConnection => ({
  id: row.connection_id,
  client_id: row.client_id,
  client_name: row.client_name,
  account_id: isOwn ? row.account_id : null,
  account_name: row.account_name,
  location_id: isOwn ? row.location_id : null,
  location_name: row.location_name,
});

/**
 * A connection whose delivery log the user may see. `subject`: what the events service is asked about. `isOwn`: the account is
 * the user's, who sees its personal data. Throws 404.
 */
export async function findWatchedConnection(
  { db }: { db: Database },
  ctx: PrincipalContext,
  { connection_id, client_id }: Watched,
) {
  const row = await findWatchedRow(db, { user_id: userIdOf(ctx), connection_id, client_id });
  if (!row) throw notFound('Connection');
  const { account_name: _account, location_name: _location, ...callerRow } = row;
  const { caller, location } = viewCaller(callerRow);
  if (!caller.account) throw notFound('Connection');
  const isOwn = client_id === undefined;
  return {
    connection: viewOf(row, isOwn),
    subject: { caller: { ...caller, account: caller.account }, location },
    isOwn,
  };
}
