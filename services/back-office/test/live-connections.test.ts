/** The review of a user's connections after a new password (docs/api/back-office.md#forgotten-passwords). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openBrowser } from '../../auth/test/browser.ts';
import { authorize } from '../../auth/test/builders.ts';
import { aConnectedOwner, auditOfSubject } from '../../auth/test/owner.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';

let hub: TestBackOffice;
// The clock stands still: no minute ends while forms are counted.
const now = new Date();
beforeAll(async () => (hub = await startTestBackOffice({ env: { FORMS_PER_USER_MINUTE: '4' }, now: () => now })));
afterAll(() => hub.close());

const path = '/back-office/profile/connections';

/** An owner with a connection to a location, one to the account, and one for the profile alone, who has logged in. */
async function anOwnerOfThree() {
  const owner = await aConnectedOwner(hub, { name: 'Of the location' });
  await authorize(hub, owner.tenant, { account_id: owner.account.id, name: 'Of the account' });
  await authorize(hub, owner.tenant, { scope: 'profile', name: 'Of the profile' });
  return owner;
}

const liveOf = async ({ user }: { user: { id: string } }) =>
  (
    await hub.db.query(
      `select c.name from connections c left join accounts a on a.id = c.account_id
       where coalesce(a.user_id, c.user_id) = $1 and c.disconnected_at is null order by c.id`,
      [user.id],
    )
  ).rows.map(({ name }) => name as string);

describe('the page', () => {
  test("follows the log-in after a password link, and shows the user's connections everywhere", async () => {
    const owner = await anOwnerOfThree();
    const stranger = await aConnectedOwner(hub, { name: 'Of a stranger' });
    const { url } = (await hub.operator(`POST /management/users/${owner.user.id}/password_link`)).body;
    const { pathname, search } = new URL(url as string);
    const browser = openBrowser(hub);
    const new_password = 'staple the correct battery';
    const logIn = await browser.send(await browser.open(pathname + search), { new_password });
    const page = await browser.send(logIn, { email: owner.user.email, password: new_password });
    expect(page).toMatchObject({ url: path, status: 200 });
    for (const place of ['Rue du Bac', 'Chez Ada', 'Your profile']) expect(page.html).toContain(`>${place}</td>`);
    expect(page.html.match(/aria-label="Disconnect Till"/g)).toHaveLength(3);
    expect(page.html).not.toContain(stranger.connection.id);
  });

  test('disconnects one connection, or all of the list; the audit names each', async () => {
    const owner = await anOwnerOfThree();
    const { browser, connection } = owner;
    const one = await browser.send(await browser.open(path), { connection: connection.id });
    expect(one.html).toContain('The app is disconnected.');
    expect(await liveOf(owner)).toEqual(['Of the account', 'Of the profile']);
    const all = await browser.send(await browser.open(path), { connection: 'all' });
    expect(all.html).toContain('All apps in the list are disconnected.');
    expect(all.html).toContain('No app is connected.');
    expect(await liveOf(owner)).toEqual([]);
    expect(await auditOfSubject(hub, connection.id, 'connection.disconnect')).toHaveLength(1);
  });

  test("disconnects no one else's", async () => {
    const [owner, stranger] = [await anOwnerOfThree(), await aConnectedOwner(hub)];
    const { browser } = stranger;
    expect((await browser.send(await browser.open(path), { connection: owner.connection.id })).status).toBe(404);
    expect(await liveOf(owner)).toHaveLength(3);
  });
});

test('forms of a user beyond the limit of a minute are refused, on pages of both services together', async () => {
  const owner = await anOwnerOfThree();
  const { browser } = owner;
  const send = async (to: string) => (await browser.send(await browser.open(to), { connection: 'none' })).status;
  const statuses = [];
  for (const to of [path, '/back-office/profile/password', path, '/back-office/profile/password'])
    statuses.push(await send(to));
  expect(statuses).toEqual([404, 422, 404, 422]);
  const refused = await browser.send(await browser.open(path), { connection: 'all' });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  expect(refused.html).toContain('You have sent too many forms. Please go on in');
  expect(await liveOf(owner)).toHaveLength(3);
});
