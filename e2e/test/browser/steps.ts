/** Pages that cannot be opened by their address alone: steps of an authorisation, forms with faults, errors. */
import type { Page } from 'playwright-core';
import { enterPassword, press } from '../../src/browser/person.ts';
import { authorisationSteps } from './authorisation-steps.ts';
import { factorSteps } from './factor-steps.ts';
import { longName } from './owner.ts';
import type { ReachedPage, World } from './reached-page.ts';

/** Guesses until the hub asks to wait. A browser that knows its user does not count with others of its address. */
async function guess(page: Page, { newcomer }: World): Promise<void> {
  for (let attempt = 0; attempt < 12; attempt += 1) {
    await page.goto('/back-office/log-in');
    await enterPassword(page, { ...newcomer, password: `guess ${attempt}` });
    await page
      .getByText(/password is wrong|too many attempts/)
      .first()
      .waitFor();
    if ((await page.title()).startsWith('Please wait')) return;
  }
}

const refusals: Record<string, ReachedPage> = {
  'sign up: with faults': {
    path: '/back-office/sign-up',
    shows: 'Password must have at least 8 characters',
    status: 422,
    who: 'nobody',
    go: async (page) => {
      await page.goto('/back-office/sign-up');
      await press(page, 'Create the account');
    },
  },
  'new client: with faults': {
    path: '/back-office/clients/new',
    shows: 'must be an http(s) URL',
    status: 422,
    go: async (page) => {
      await page.goto('/back-office/clients/new');
      await page.getByLabel('Redirect URIs').fill(`ftp://${longName('shop')}`);
      await press(page, 'Register');
    },
  },
  'error 403: a form that is out of date': {
    path: '/back-office/log-in',
    shows: 'This form is out of date',
    status: 403,
    who: 'nobody',
    go: async (page, { newcomer }) => {
      await page.goto('/back-office/log-in');
      await page.context().clearCookies();
      await enterPassword(page, newcomer);
    },
  },
  'error 404: no such page': {
    path: '/back-office/nothing',
    shows: 'There is no such page',
    status: 404,
    go: (page) => page.goto('/back-office/nothing'),
  },
  'error 429: too many attempts': {
    path: '/back-office/log-in',
    shows: 'There were too many attempts',
    status: 429,
    who: 'newcomer',
    go: guess,
  },
};

export const steps: Record<string, ReachedPage> = {
  ...authorisationSteps,
  ...refusals,
  ...factorSteps,
};

/** The first state of each page that these lead to. */
export const firstOfEachPath = (of: Record<string, ReachedPage>): Record<string, ReachedPage> => {
  const [entries, paths] = [Object.entries(of), Object.values(of).map(({ path }) => path)];
  return Object.fromEntries(entries.filter(([, { path }], index) => paths.indexOf(path) === index));
};
