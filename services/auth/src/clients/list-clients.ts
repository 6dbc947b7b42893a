import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import type { Quotas } from '../quotas.ts';
import { userIdOf } from '../users/owner.ts';
import { listUserClients } from './client.store.ts';

/** An operator may have registered more clients for the user than the quota allows. */
const listedMax = 1_000;

/** The clients of the user, newest first, and how many they may register. */
export const listClients = async ({ db, quotas }: { db: Database; quotas: Quotas }, ctx: PrincipalContext) => ({
  items: await listUserClients(db, userIdOf(ctx), listedMax),
  max: quotas.clientsPerUser,
});
