import { transaction, type Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { byUser } from '../audit/audit.ts';
import { recordDeed } from '../audit/record-deed.ts';
import type { UserVisit } from '../pages/visit.ts';
import { updateAccountName } from './account.store.ts';

/** Gives an account of the user another name. Throws 404. */
export const renameAccount = (db: Database, visit: UserVisit, { id, name }: { id: string; name: string }) =>
  transaction(db, async (trx) => {
    const before = await updateAccountName(trx, { user_id: visit.user.id, id, name });
    if (before === undefined) throw notFound('Account');
    if (before === name) return;
    const deed = {
      action: 'account.rename',
      account_id: id,
      subject_id: id,
      details: { before, after: name },
    } as const;
    await recordDeed(trx, byUser(visit), deed);
  });
