import type { Database } from '@order-hub/shared/database';
import type { ClientWithOwner } from './client.ts';
import { findClientWithOwner } from './client.store.ts';

const idPattern = /^[\w-]{1,64}$/;

/** The client with this id, whoever registered it. */
export const findClient = async (db: Database, id: string): Promise<ClientWithOwner | undefined> =>
  idPattern.test(id) ? findClientWithOwner(db, id) : undefined;
