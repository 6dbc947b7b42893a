import type { Database } from '@order-hub/shared/database';
import { accountsMax } from './account.ts';
import { findUserAccounts, type OwnAccount, type Part } from './account.store.ts';

const all: Part = { after: undefined, count: accountsMax };

/** The accounts that a user owns, oldest first: all, or a part of them and one more when there are more. */
export const listUserAccounts = (db: Database, user_id: string, part: Part = all): Promise<OwnAccount[]> =>
  findUserAccounts(db, user_id, part);
