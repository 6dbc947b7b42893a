import type { Database } from '@order-hub/shared/database';
import { listAccountNames } from '../accounts/list-account-names.ts';
import { listClientNames } from '../clients/list-client-names.ts';

type Ids = { account_id: string | null; client_id: string | null };

/** The names of the accounts and clients with these ids; null for one that does not exist. */
export async function findBacklogNames({ db }: { db: Database }, rows: readonly Ids[]) {
  const [accounts, clients] = await Promise.all([
    listAccountNames({ db }, [...new Set(rows.flatMap(({ account_id }) => account_id ?? []))]),
    listClientNames({ db }, [...new Set(rows.flatMap(({ client_id }) => client_id ?? []))]),
  ]);
  return {
    nameOfAccount: (id: string | null) => accounts.get(id ?? '') ?? null,
    nameOfClient: (id: string | null) => clients.get(id ?? '') ?? null,
  };
}
