/** Second factors in a real browser (docs/api/back-office.md#second-factors). */
import { expect, test } from '@jest/globals';
import { addOperator } from '@order-hub/operator/operators';
import { operatorClient } from '@order-hub/operator/client';
import type { Page } from 'playwright-core';
import { enterPassword, logIn, press, type Person } from '../../src/browser/person.ts';
import { addApp, enterCode, recoveryCodes, secondFactorPath } from '../../src/browser/second-factor.ts';
import { aTenant } from '../../src/tenant.ts';
import { inChromium, withAndWithoutScript } from './in-chromium.ts';

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

withAndWithoutScript('an authenticator app', ({ hub, open }) => {
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
});

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

inChromium('a passkey', ({ hub, open }) => {
  test('is created, logs in, and confirms; no other site is asked for anything', async () => {
    const page = await open();
    const origins = new Set<string>();
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    const { owner } = await aTenant(hub);
    await addAuthenticator(page);
    await logIn(page, owner);
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
    const page = await open();
    const { owner } = await aTenant(hub);
    const authenticator = await addAuthenticator(page);
    await logIn(page, owner);
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
