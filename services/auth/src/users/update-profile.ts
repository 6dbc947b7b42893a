import { transaction, type Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { byPrincipal } from '../audit/audit.ts';
import { changedFields } from '../audit/changed-fields.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { lockUser, updateProfile as updateStoredProfile } from './user.store.ts';
import type { Profile } from './user.ts';

/** Updates the user's own profile. The audit gets the names of the fields only, because entries are kept. */
export const updateProfile = ({ db }: { db: Database }, ctx: PrincipalContext, _params: object, profile: Profile) =>
  transaction(db, async (trx) => {
    const subject_id = ctx.principal.user?.id ?? '';
    const before = await lockUser(trx, subject_id);
    if (!before) throw notFound('User');
    const changed = changedFields(before, profile);
    if (changed) {
      await updateStoredProfile(trx, subject_id, profile);
      const details = { fields: Object.keys(changed.after) };
      await recordEntry(trx, byPrincipal(ctx), { action: 'user.update', account_id: null, subject_id, details });
    }
    return {};
  });
