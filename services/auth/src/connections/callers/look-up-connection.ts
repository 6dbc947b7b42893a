import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { viewCaller } from './caller.view.ts';
import { findCaller } from '../connection.store.ts';

/** The connection with the access token of this digest, as the gateway needs it. Throws 404. */
export async function lookUpConnection(
  { db }: { db: Database },
  _ctx: Context<null>,
  { token_digest }: { token_digest: string },
) {
  const row = await findCaller(db, token_digest);
  if (!row) throw notFound('Connection');
  return viewCaller(row);
}

/** The client whose token has this digest; undefined for a token that never existed. */
export async function findTokenOwner(db: Database, token_digest: string) {
  const row = await findCaller(db, token_digest);
  return row && { connection_id: row.connection_id, client_id: row.client_id, client_name: row.client_name };
}
