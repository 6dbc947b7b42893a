import { describe, expect, test } from '@jest/globals';
import { operatorClient } from '@order-hub/operator/client';
import { addOperator } from '@order-hub/operator/operators';
import { createPasswordLink } from '@order-hub/shared/management/users';
import { sized } from '@order-hub/testing/extent';
import { wideTest } from '@order-hub/testing/wide-test';
import type { Page } from 'playwright-core';
import { enterBusiness, enterPassword, logIn, type Person, press, somebody } from '../../src/browser/person.ts';
import { addApp, enterCode, recoveryCodes, secondFactorPath } from '../../src/browser/second-factor.ts';
import { aTenant } from '../../src/tenant.ts';
import { pageFaults, type Look } from './checks.ts';
import { inChromium, withAndWithoutScript, withAndWithout, type Script } from './in-chromium.ts';

const look = sized<Look>('as it is', 'in every way');

/** Signing up, logging in and logging out (docs/api/back-office.md#sessions). */
withAndWithoutScript(
  'signing up and logging in',
  sized<readonly Script[]>(['with script'], withAndWithout),
  ({ hub, open, openAs }) => {
    const title = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();

    const path = (page: Page) => new URL(page.url()).pathname;

    const faults = (page: Page) => page.getByRole('alert').getByRole('link').allInnerTexts();

    test('somebody new finds the hub, signs up and has an account with a location', async () => {
      const page = await open();
      await page.goto('/');
      await page.getByRole('link', { name: 'Create an account' }).click();
      await enterBusiness(page, somebody());
      await page.waitForURL('**/back-office');
      expect(await title(page)).toBe('Businesses');
      expect(await page.getByRole('heading', { level: 2, name: 'Chez Ada' }).count()).toBe(1);
      expect(await page.getByRole('cell', { name: 'Rue du Bac' }).count()).toBe(1);
    });

    wideTest('a developer signs up without a business, and starts with the first application', async () => {
      const page = await open();
      const { email, password } = somebody();
      await page.goto('/back-office/sign-up');
      await page.getByRole('radio', { name: 'I develop applications' }).check();
      expect(await page.getByLabel('Name of the business').isVisible()).toBe(false);
      await page.getByLabel('Email address').fill(email);
      await page.getByLabel('Password').fill('short');
      await press(page, 'Create the account');
      expect(await faults(page)).toEqual(['Password must have at least 8 characters']);
      expect(await page.getByRole('radio', { name: 'I develop applications' }).isChecked()).toBe(true);
      await page.getByLabel('Password').fill(password);
      await press(page, 'Create the account');
      await page.waitForURL('**/back-office/clients');
      expect(await title(page)).toBe('API clients');
      await page.getByRole('main').getByRole('link', { name: 'test shop' }).click();
      await page.waitForURL('**/back-office/test-shop');
    });

    wideTest('what is wrong is said beside its field, and the rest is kept', async () => {
      const page = await open();
      const { owner } = await aTenant(hub);
      await page.goto('/back-office/sign-up');
      await enterBusiness(page, { ...owner, password: 'short' });
      expect(await faults(page)).toEqual(['Password must have at least 8 characters']);
      const password = page.getByLabel('Password');
      expect(await password.getAttribute('aria-invalid')).toBe('true');
      expect(await password.inputValue()).toBe('');
      expect(await page.getByLabel('Name of the business').inputValue()).toBe('Chez Ada');
      await page.getByRole('alert').getByRole('link').click();
      expect(await password.evaluate((field) => field.matches(':focus, :target'))).toBe(true);
      await enterBusiness(page, owner);
      expect(await faults(page)).toEqual([expect.stringContaining('Email')]);
    });

    wideTest('who has to log in first is led back to the page that was asked for', async () => {
      const page = await open();
      const { owner, account_id } = await aTenant(hub);
      await page.goto(`/back-office/accounts/${account_id}/update`);
      expect(await title(page)).toBe('Log in');
      await enterPassword(page, { ...owner, password: 'not this one' });
      expect(await faults(page)).toEqual(['Email address or password is wrong']);
      await enterPassword(page, owner);
      expect(path(page)).toBe(`/back-office/accounts/${account_id}/update`);
    });

    wideTest('an account is renamed; reloading and going back change nothing', async () => {
      const { owner, account_id } = await aTenant(hub);
      const page = await openAs(owner);
      await page.goto(`/back-office/accounts/${account_id}/update`);
      await page.getByLabel('Name').fill('  ');
      await page.getByRole('button', { name: 'Rename' }).click();
      expect(await faults(page)).toEqual(['Name must not be empty']);
      await page.reload();
      expect(await faults(page)).toEqual(['Name must not be empty']);
      await page.goto(page.url());
      await page.getByLabel('Name').fill('Chez Grace');
      await page.getByRole('button', { name: 'Rename' }).click();
      await page.waitForURL(`**/back-office/accounts/${account_id}`);
      await page.reload();
      await page.goBack();
      expect(await page.getByLabel('Name').inputValue()).toBe('Chez Grace');
      await page.goto('/back-office');
      expect(await page.getByRole('heading', { level: 2, name: 'Chez Grace' }).count()).toBe(1);
    });

    test('after logging out, neither the back button nor the page of another tab shows what was there', async () => {
      const { owner } = await aTenant(hub);
      const page = await openAs(owner);
      const other = await page.context().newPage();
      for (const each of [page, other]) await each.goto('/back-office');
      await page.getByRole('button', { name: 'Log out' }).click();
      expect(await page.getByRole('status').innerText()).toBe('You are logged out.');
      await page.reload();
      expect(await page.getByRole('status').count()).toBe(0);
      await page.goBack();
      expect(await title(page)).toBe('Log in');
      await other.getByRole('button', { name: 'Log out' }).click();
      expect(await title(other)).toBe('Log in');
      await logIn(page, owner);
      expect(await title(page)).toBe('Businesses');
    });
  },
);

/** A forgotten password: the operator's link, and the review of connected apps (docs/api/back-office.md#forgotten-passwords). */
withAndWithoutScript(
  'a password link',
  sized<readonly Script[]>(['without script'], withAndWithout),
  ({ hub, open }) => {
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
  },
);

/** Second factors in a real browser (docs/api/back-office.md#second-factors). */
describe('second factors', () => {
  const title = (page: Page) => page.getByRole('heading', { level: 1 }).innerText();

  const path = (page: Page) => new URL(page.url()).pathname;

  const operatorPath = '/back-office/operator';

  const proofPath = '/back-office/log-in/second-factor';

  /** Opens the log-in page in a browser without session, and enters the password. */
  async function beginLogIn(page: Page, person: Person): Promise<void> {
    await page.goto('/back-office/log-in');
    await enterPassword(page, person);
    await page.waitForURL(`**${proofPath}?*`);
  }

  withAndWithoutScript(
    'an authenticator app',
    sized<readonly Script[]>(['with script'], withAndWithout),
    ({ hub, open }) => {
      test('a new operator is led to add one, then to the page that was asked for, and logs in with it', async () => {
        const page = await open();
        const { owner, user_id } = await aTenant(hub);
        await addOperator(operatorClient(hub.operator), user_id);
        await logIn(page, owner);
        await page.goto(operatorPath);
        expect(path(page)).toBe(secondFactorPath);
        await page.getByText('Operators need a second factor').waitFor();
        await page.getByRole('link', { name: 'Add an authenticator app' }).click();
        const app = await addApp(page);
        const codes = await recoveryCodes(page);
        expect(codes).toHaveLength(10);
        await page.getByRole('link', { name: 'I have saved them' }).click();
        expect(path(page)).toBe(operatorPath);

        const other = await open();
        await beginLogIn(other, owner);
        // The present code was used when the app was added.
        await enterCode(other, app, { steps: 1 });
        await other.waitForURL('**/back-office');
        await other.goto(operatorPath);
        expect(path(other)).toBe(operatorPath);

        const third = await open();
        await beginLogIn(third, owner);
        await third.goto('/back-office/profile');
        expect(await title(third)).toBe('Log in');
        await beginLogIn(third, owner);
        await third.getByLabel('Code', { exact: true }).fill(codes[0] ?? '');
        await press(third, 'Log in');
        await third.waitForURL('**/back-office');
      });
    },
  );

  /** Gives the browser of a page an authenticator that answers at once. */
  async function addAuthenticator(page: Page) {
    const session = await page.context().newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
      },
    });
    return {
      /** Whether its user agrees. */
      agree: (enabled: boolean) =>
        session
          .send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: enabled })
          .then(() => session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })),
      remove: () => session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
    };
  }

  inChromium('a passkey', ({ hub, openAs }) => {
    test('is created, logs in, and confirms; no other site is asked for anything', async () => {
      const { owner } = await aTenant(hub);
      const page = await openAs(owner);
      const origins = new Set<string>();
      page.on('request', (request) => origins.add(new URL(request.url()).origin));
      await addAuthenticator(page);
      await page.goto(secondFactorPath);
      await page.getByRole('link', { name: 'Add a passkey' }).click();
      await page.getByLabel('Name').fill('This computer');
      await press(page, 'Add the passkey');
      await page.getByRole('link', { name: 'I have saved them' }).click();
      expect(await page.getByRole('cell', { name: 'This computer', exact: true }).count()).toBe(1);

      await page.getByRole('button', { name: 'Log out' }).click();
      await beginLogIn(page, owner);
      await press(page, 'Use a passkey');
      await page.waitForURL('**/back-office');
      await page.goto(`/back-office/confirm?continue=${secondFactorPath}/recovery-codes`);
      await page.getByLabel('Password').fill(owner.password);
      await press(page, 'Use a passkey');
      await page.waitForURL(`**${secondFactorPath}/recovery-codes`);
      expect([...origins]).toEqual([new URL(page.url()).origin]);
    });

    test('of a device that has one already, or that is gone, is said beside the form', async () => {
      const { owner } = await aTenant(hub);
      const page = await openAs(owner);
      const authenticator = await addAuthenticator(page);
      await page.goto(`${secondFactorPath}/passkey`);
      await press(page, 'Add the passkey');
      await page.getByRole('link', { name: 'I have saved them' }).click();
      await page.goto(`${secondFactorPath}/passkey`);
      await press(page, 'Add the passkey');
      await page.getByText('This device has a passkey for you already').waitFor();
      await page.getByRole('button', { name: 'Log out' }).click();
      await authenticator.remove();
      await addAuthenticator(page);
      await beginLogIn(page, owner);
      await press(page, 'Use a passkey');
      await page.getByText('No passkey was used').waitFor();
      expect(path(page)).toBe(proofPath);
    });
  });
});

/** The owner invites somebody, who signs up on a phone, works at the location, and is removed. */
inChromium('people', ({ open, origin }) => {
  const phone = { viewport: { width: 320, height: 640 } };

  test('somebody is invited, signs up on a phone without script, sees the location, and is removed', async () => {
    const owner = await open();
    await owner.goto('/back-office/sign-up');
    await enterBusiness(owner, somebody());
    await owner.waitForURL('**/back-office');
    await owner.getByRole('link', { name: 'Rue du Bac' }).click();
    await owner.waitForURL('**/locations/*');
    const location = new URL(owner.url()).pathname;
    await owner.getByRole('link', { name: 'People', exact: true }).click();
    await owner.getByRole('main').getByRole('link', { name: 'Invite somebody' }).click();
    await owner.getByRole('radio', { name: 'Manager' }).check();
    await press(owner, 'Create the invitation');
    const link = new URL(await owner.getByLabel('Link').inputValue());

    const anna = { ...somebody(), name: 'Anna' };
    const guest = await open({ ...phone, javaScriptEnabled: false });
    await guest.goto(origin + link.pathname + link.search);
    await guest.getByText('Ada invites you to work at Rue du Bac (Chez Ada).').waitFor();
    await guest.getByRole('link', { name: 'Sign up' }).click();
    await guest.getByLabel('First name').fill(anna.name);
    await guest.getByLabel('Email address').fill(anna.email);
    await guest.getByLabel('Password').fill(anna.password);
    await press(guest, 'Sign up');
    await press(guest, 'Accept the invitation');
    await guest.getByText('Welcome. You now work at Rue du Bac.').waitFor();
    expect(new URL(guest.url()).pathname).toBe(location);
    await guest.goto('/back-office');
    await guest.getByRole('heading', { name: 'Where you work' }).first().waitFor();
    await guest.goto(`${location}/leave`);
    await guest.getByRole('heading', { name: 'Leave Rue du Bac?' }).waitFor();

    await owner.goto(`${location}/people`);
    await owner.getByRole('row', { name: anna.email }).getByRole('link', { name: 'Remove' }).click();
    await press(owner, 'Remove');
    await owner.getByText('This person no longer works here.').waitFor();
    const refused = await guest.goto(location);
    expect(refused?.status()).toBe(404);
  });

  test('its pages fit a phone, in the dark', async () => {
    const owner = await open({ ...phone, colorScheme: 'dark' });
    await owner.goto('/back-office/sign-up');
    await enterBusiness(owner, somebody());
    await owner.waitForURL('**/back-office');
    await owner.getByRole('link', { name: 'Rue du Bac' }).click();
    await owner.waitForURL('**/locations/*');
    const location = new URL(owner.url()).pathname;
    for (const path of [`${location}/people`, `${location}/people/invite`]) {
      await owner.goto(path);
      expect(await pageFaults(owner, look)).toEqual([]);
    }
    await press(owner, 'Create the invitation');
    expect(await pageFaults(owner, look)).toEqual([]);
    const link = new URL(await owner.getByLabel('Link').inputValue());
    const guest = await open(phone);
    for (const path of ['join', 'join/sign-up']) {
      await guest.goto(`${origin}/back-office/${path}${link.search}`);
      expect(await pageFaults(guest, look)).toEqual([]);
    }
    await guest.getByLabel('First name').fill('Anna');
    const { email, password } = somebody();
    await guest.getByLabel('Email address').fill(email);
    await guest.getByLabel('Password').fill(password);
    await press(guest, 'Sign up');
    await press(guest, 'Accept the invitation');
    for (const path of [location, `${location}/leave`]) {
      await guest.goto(path);
      expect(await pageFaults(guest, look)).toEqual([]);
    }
  });
});
