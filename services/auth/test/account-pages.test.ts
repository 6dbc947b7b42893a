/** The pages of accounts (docs/api/back-office.md#accounts). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { anAccount, aUser } from './builders.ts';
import { hiddenFields, logInAs, type Browser } from './browser.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
beforeAll(async () => (auth = await startTestAuth()));
afterAll(() => auth.close());

/** A user who has logged in, and their account. */
async function anOwner() {
  const given = aUser({ email: `${newId()}@example.com` });
  const user = (await auth.operator('POST /operator/users', given)).body;
  const account = (await auth.operator('POST /operator/accounts', anAccount(user.id))).body;
  return { user, email: given.email, account, browser: await logInAs(auth, given) };
}

/** What users did to an account. */
const auditOf = async (account_id: string) =>
  (
    await auth.db.query(`select * from audit_entries where account_id = $1 and actor = 'user' order by id`, [
      account_id,
    ])
  ).rows;

describe('renaming an account', () => {
  const rename = async (browser: Browser, id: string, name: string) =>
    browser.send(await browser.open(`/back-office/accounts/${id}/rename`), { name });

  test('gives it the new name, and the audit says who did it', async () => {
    const { browser, account, user, email } = await anOwner();
    await rename(browser, account.id, ' Da Bruno ');
    expect((await browser.open('/back-office')).html).toContain('Da Bruno');
    expect(await auditOf(account.id)).toMatchObject([
      {
        actor: 'user',
        actor_id: user.id,
        actor_name: email,
        action: 'account.rename',
        details: '{"before":"Chez Ada","after":"Da Bruno"}',
        address: expect.any(String),
      },
    ]);
  });

  test('the same name again is no change', async () => {
    const { browser, account } = await anOwner();
    await rename(browser, account.id, account.name);
    expect(await auditOf(account.id)).toEqual([]);
  });

  test.each([
    ['', 'must not be empty'],
    ['x'.repeat(256), 'at most 255 characters'],
  ])('the name %p is refused beside its field', async (name, message) => {
    const { browser, account } = await anOwner();
    const page = await rename(browser, account.id, name);
    expect(page.status).toBe(422);
    expect(page.html).toContain(message);
  });

  test("another user's account is not there, whatever is sent", async () => {
    const [owner, stranger] = [await anOwner(), await anOwner()];
    const own = await stranger.browser.open(`/back-office/accounts/${stranger.account.id}/rename`);
    const path = `/back-office/accounts/${owner.account.id}/rename`;
    expect((await stranger.browser.open(path)).status).toBe(404);
    expect((await stranger.browser.send(own, { ...hiddenFields(own), name: 'Mine' }, path)).status).toBe(404);
    expect(await auditOf(owner.account.id)).toEqual([]);
  });
});

test('the audit can be neither changed nor shortened', async () => {
  for (const statement of [
    'update audit_entries set action = null',
    'delete from audit_entries',
    'truncate audit_entries',
  ])
    await expect(auth.db.query(statement)).rejects.toThrow('only added to');
});
