import { transaction, type Database } from '@order-hub/shared/database';
import { unprocessable } from '@order-hub/shared/errors';
import { byUser } from '../audit/audit.ts';
import type { UserVisit } from '../pages/visit.ts';
import { accountsMax, type Account } from './account.ts';
import { countUserAccounts } from './account.store.ts';
import { createAccount } from './create-account.ts';

/** Adds an account to those of the user. Throws 422 when the user has as many as there may be. */
export const addAccount = (db: Database, visit: UserVisit, given: { name: string; currency: string }) =>
  transaction(db, async (trx): Promise<Account> => {
    if ((await countUserAccounts(trx, visit.user.id)) >= accountsMax) {
      throw unprocessable(`You have ${accountsMax} accounts, and cannot have more`);
    }
    return createAccount({ db: trx }, byUser(visit), { ...given, user_id: visit.user.id });
  });
