/** A forgotten password: the operator's link, and the review of connected apps (docs/api/back-office.md#forgotten-passwords). */
import { expect, test } from '@jest/globals';
import { operatorClient } from '@order-hub/operator/client';
import { createPasswordLink } from '@order-hub/shared/management/users';
import { enterPassword, press } from '../../src/browser/person.ts';
import { aTenant } from '../../src/tenant.ts';
import { withAndWithoutScript } from './in-chromium.ts';

withAndWithoutScript('a password link', ({ hub, open }) => {
  test('sets a new password, and the user reviews the connected apps after logging in with it', async () => {
    const { owner, user_id, connect, location_ids, account_id } = await aTenant(hub);
    const till = await connect('Till', { location_id: location_ids[0] });
    const kiosk = await connect('Kiosk', { account_id });
    const { url } = await operatorClient(hub.operator).ask(createPasswordLink, { params: { user_id } });
    const page = await open();
    await page.goto(url.slice(url.indexOf('/back-office')));
    const password = 'staple the correct battery';
    await page.getByLabel('New password').fill(password);
    await press(page, 'Set the password');
    await enterPassword(page, { ...owner, password });
    await page.waitForURL('**/back-office/profile/connections');
    await press(page, 'Disconnect Till');
    await page.getByText('The app is disconnected.').waitFor();
    expect(await page.getByRole('link', { name: 'Till' }).count()).toBe(0);
    expect((await till.call('GET /location')).status).toBe(401);
    expect((await kiosk.call('GET /account')).status).toBe(200);
  });
});
