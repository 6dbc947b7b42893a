import { transaction, type Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { byUser } from '../audit/audit.ts';
import { changedFields } from '../audit/changed-fields.ts';
import { recordEntry } from '../audit/record-entry.ts';
import type { UserVisit } from '@order-hub/pages/visit';
import type { Profile } from './user.ts';
import { lockUser, updateProfile as storeProfile } from './user.store.ts';

/** Changes what users say of themselves. The audit has the names of the fields alone, for the audit is kept. */
export const updateProfile = (db: Database, visit: UserVisit, profile: Profile) =>
  transaction(db, async (trx) => {
    const { id: subject_id } = visit.user;
    const before = await lockUser(trx, subject_id);
    if (!before) throw notFound('User');
    const changed = changedFields(before, profile);
    if (!changed) return;
    await storeProfile(trx, subject_id, profile);
    const details = { fields: Object.keys(changed.after) };
    await recordEntry(trx, byUser(visit), { action: 'user.update', account_id: null, subject_id, details });
  });
