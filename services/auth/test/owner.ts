/** Owners of accounts in their browsers, and the audit entries about them. */
import { newId } from '@order-hub/shared/ids';
import { aLocation, anAccount, aUser } from './builders.ts';
import { logInAs } from './browser.ts';
import type { TestAuth } from './service.ts';

/** A user who has logged in, and their account. */
export async function anOwner(auth: TestAuth) {
  const given = aUser({ email: `${newId()}@example.com` });
  const user = (await auth.operator('POST /management/users', given)).body;
  const account = (await auth.operator('POST /management/accounts', anAccount(user.id))).body;
  return { user, given, email: given.email, account, browser: await logInAs(auth, given) };
}

/** The same, with a location. */
export async function anOwnerOfLocation(auth: TestAuth, overrides: object = {}) {
  const owner = await anOwner(auth);
  const location = (await auth.operator('POST /management/locations', aLocation(owner.account.id, overrides))).body;
  return { ...owner, location };
}

/** What users have done in an account. */
export const auditOf = async ({ db }: TestAuth, account_id: string) =>
  (await db.query(`select * from audit_entries where account_id = $1 and actor = 'user' order by id`, [account_id]))
    .rows;

/** What was done with these actions to a user. */
export const auditOfUser = async ({ db }: TestAuth, user_id: string, ...actions: string[]) =>
  (
    await db.query('select * from audit_entries where subject_id = $1 and action = any($2) order by id', [
      user_id,
      actions,
    ])
  ).rows;
