import type { Database } from '@order-hub/shared/database';
import { findUserAccounts, type OwnAccount } from './account.store.ts';

/** The accounts that a user owns, oldest first. */
export const listUserAccounts = (db: Database, user_id: string): Promise<OwnAccount[]> => findUserAccounts(db, user_id);
