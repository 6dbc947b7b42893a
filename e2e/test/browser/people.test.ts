/** The owner invites somebody, who signs up on a phone, works at the location, and is removed. */
import { expect, test } from '@jest/globals';
import { enterBusiness, press, somebody } from '../../src/browser/person.ts';
import { pageFaults } from './checks.ts';
import { inChromium } from './in-chromium.ts';

const phone = { viewport: { width: 320, height: 640 } };

inChromium('people', ({ open, origin }) => {
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
    expect(await pageFaults(owner)).toEqual([]);
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
      expect(await pageFaults(owner)).toEqual([]);
    }
    await press(owner, 'Create the invitation');
    expect(await pageFaults(owner)).toEqual([]);
    const link = new URL(await owner.getByLabel('Link').inputValue());
    const guest = await open(phone);
    for (const path of ['join', 'join/sign-up']) {
      await guest.goto(`${origin}/back-office/${path}${link.search}`);
      expect(await pageFaults(guest)).toEqual([]);
    }
    await guest.getByLabel('First name').fill('Anna');
    const { email, password } = somebody();
    await guest.getByLabel('Email address').fill(email);
    await guest.getByLabel('Password').fill(password);
    await press(guest, 'Sign up');
    await press(guest, 'Accept the invitation');
    for (const path of [location, `${location}/leave`]) {
      await guest.goto(path);
      expect(await pageFaults(guest)).toEqual([]);
    }
  });
});
