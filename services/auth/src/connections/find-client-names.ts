import type { Database } from '@order-hub/shared/database';
import { findClientNamesOf } from './connection.store.ts';

/** The names of the clients of connections of an account, by the id of the connection. */
export async function findClientNames(
  db: Database,
  account_id: string,
  connection_ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await findClientNamesOf(db, account_id, connection_ids);
  return new Map(rows.map(({ id, client_name }) => [id, client_name]));
}
