/** Pages of second factors that cannot be opened by their address alone, and forms with faults. */
import type { Page } from 'playwright-core';
import { enterPassword, press } from '../../src/browser/person.ts';
import { secondFactorPath } from '../../src/browser/second-factor.ts';
import type { ReachedPage, World } from './reached-page.ts';

const proofPath = '/back-office/log-in/second-factor';

async function beginLogIn(page: Page, { owner }: World): Promise<void> {
  await page.goto('/back-office/log-in');
  await enterPassword(page, owner.person);
}

export const factorSteps: Record<string, ReachedPage> = {
  'log in: the second factor': {
    path: proofPath,
    shows: 'Your second factor',
    who: 'nobody',
    go: beginLogIn,
  },
  'log in: a wrong code': {
    path: proofPath,
    shows: 'Code is wrong or has been used already',
    status: 422,
    who: 'nobody',
    go: async (page, world) => {
      await beginLogIn(page, world);
      await page.getByLabel('Code', { exact: true }).fill('000000');
      await press(page, 'Log in');
    },
  },
  'second factors: there is none': {
    path: secondFactorPath,
    shows: 'Nothing yet',
    who: 'newcomer',
    go: (page) => page.goto(secondFactorPath),
  },
  'an authenticator app: a wrong code': {
    path: `${secondFactorPath}/app`,
    shows: 'Code is wrong',
    status: 422,
    go: async (page) => {
      await page.goto(`${secondFactorPath}/app`);
      await press(page, 'Add the app');
    },
  },
  'recovery codes': {
    path: `${secondFactorPath}/recovery-codes`,
    shows: 'Keep them in a safe place',
    go: async (page) => {
      await page.goto(`${secondFactorPath}/recovery-codes`);
      await press(page, 'Create new codes');
    },
  },
  'remove a second factor: nothing was chosen': {
    path: `${secondFactorPath}/remove`,
    shows: 'Factor must be chosen',
    status: 422,
    go: async (page) => {
      await page.goto(`${secondFactorPath}/remove`);
      await press(page, 'Remove');
    },
  },
};
