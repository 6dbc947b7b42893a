import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { listUserClients } from './client.store.ts';

/** All clients of the user, newest first; there is a maximum (`clientsMax`). */
export const listClients = async ({ db }: { db: Database }, { principal }: PrincipalContext) => ({
  items: await listUserClients(db, principal.user?.id ?? ''),
});
