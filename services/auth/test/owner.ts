/** Users in their browsers, with and without accounts, and the audit entries about them. */
import { aConnectedTenant, aLocation, anAccount, aUser } from './builders.ts';
import { logInAs } from './browser.ts';
import { addApp } from './second-factors.ts';
import type { TestAuth } from './service.ts';

/** A user with a password, who has not logged in. */
export async function aKnownUser(auth: TestAuth) {
  const { email, password } = aUser();
  const { id } = (await auth.operator('POST /management/users', aUser({ email }))).body;
  return { id: id as string, email, password };
}

/** A user who was made an operator, and has no second factor yet. */
export async function aNewOperator(auth: TestAuth) {
  const user = await aKnownUser(auth);
  const { status, body } = await auth.operator('POST /management/operators', { user: user.email });
  if (status !== 200) throw new Error(`No operator: ${status} ${JSON.stringify(body)}`);
  return { ...user, browser: await logInAs(auth, user) };
}

/** An operator who has logged in and has a second factor. */
export async function anOperator(auth: TestAuth) {
  const operator = await aNewOperator(auth);
  const { codes } = await addApp(operator.browser);
  if (codes.length === 0) throw new Error('No second factor was added');
  return operator;
}

/** A user who has logged in, and their account. */
export async function anOwner(auth: TestAuth) {
  const given = aUser();
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

/** A connected tenant whose user has logged in. `path`: the page of the connection. */
export async function aConnectedOwner(auth: TestAuth, grant: object = {}) {
  const { connection, ...tenant } = await aConnectedTenant(auth, grant);
  const { password } = aUser();
  const browser = await logInAs(auth, { email: tenant.user.email, password });
  return { ...tenant, tenant, connection, browser, path: `/back-office/connections/${connection.id}` };
}

/** What users have done in an account. */
export const auditOfAccount = async ({ db }: TestAuth, account_id: string) =>
  (await db.query(`select * from audit_entries where account_id = $1 and actor = 'user' order by id`, [account_id]))
    .rows;

/** What was done to a user, a client or another subject: everything, or only these actions. */
export const auditOfSubject = async ({ db }: TestAuth, subject_id: string, ...actions: string[]) =>
  (
    await db.query(
      'select * from audit_entries where subject_id = $1 and (action = any($2) or cardinality($2) = 0) order by id',
      [subject_id, actions],
    )
  ).rows;
