import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import type { Quotas } from '../quotas.ts';
import { ownerIdOf } from '../users/owner.ts';
import { listAllClients, listUserClients } from './client.store.ts';

/** An operator may have registered more clients for the user than the quota allows. */
const listedMax = 1_000;

type ClientsQuery = { user_id?: string | undefined; after?: string | undefined; count: number };

/**
 * The clients of the user who asks, newest first, and how many they may register. For an operator those of the user they name,
 * else a page of all.
 */
export async function listClients(
  { db, quotas }: { db: Database; quotas: Quotas },
  ctx: Pick<PrincipalContext, 'principal'>,
  _params: object,
  { user_id, ...page }: ClientsQuery,
) {
  const owner_id = ownerIdOf(ctx) ?? user_id;
  const max = quotas.clientsPerUser;
  if (owner_id === undefined) return { ...(await listAllClients(db, page)), max };
  return { items: await listUserClients(db, owner_id, listedMax), max, next: null };
}
