import type { Queryable } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { Actor } from '../audit/audit.ts';
import { changedFields } from '../audit/changed-fields.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { lockUser, updateProfile } from './user.store.ts';
import type { ProfileChange } from './user.ts';

/**
 * Changes the profile of a user. Returns the names of the fields that changed: the audit gets no more than these, because
 * entries are kept. Throws 404.
 */
export async function changeProfile(trx: Queryable, by: Actor, id: string, change: ProfileChange): Promise<string[]> {
  const before = await lockUser(trx, id);
  if (!before) throw notFound('User');
  const { language = before.language, trouble_mails = before.trouble_mails } = change;
  const profile = { ...change, language, trouble_mails };
  const changed = changedFields(before, profile);
  if (!changed) return [];
  const fields = Object.keys(changed.after);
  await updateProfile(trx, id, profile);
  await recordEntry(trx, by, { action: 'user.update', account_id: null, subject_id: id, details: { fields } });
  return fields;
}
