import type { Database } from '@order-hub/shared/database';
import { findOwnClients } from './client.store.ts';

/** All clients of the user, newest first; there is a maximum (`clientsMax`). */
export const listOwnClients = (db: Database, user: { id: string }) => findOwnClients(db, user.id);
