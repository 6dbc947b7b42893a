import type { Database } from '@order-hub/shared/database';
import { isId } from '@order-hub/shared/ids';
import type { ClientWithOwner } from './client.ts';
import { findClientWithOwner } from './client.store.ts';

/** The client with this id, whoever registered it. */
export const findClient = async (db: Database, id: string): Promise<ClientWithOwner | undefined> =>
  isId(id) ? findClientWithOwner(db, id) : undefined;
