/** What users do with second factors, in browsers without script. */
import { totpCode } from '@order-hub/testing/totp';
import type { Browser, Page } from './browser.ts';

export const secondFactorPath = '/back-office/profile/second-factor';
export const proofPath = '/back-office/log-in/second-factor';

/** The key that the page for a new app shows as text. */
export const keyOn = ({ html }: Page) => (/class="key">([A-Z2-7 ]+)</.exec(html)?.[1] ?? '').replaceAll(' ', '');

export const codesOn = ({ html }: Page) =>
  [...html.matchAll(/<li><code>([^<]+)<\/code><\/li>/g)].map(([, code = '']) => code);

/** Adds an authenticator app to the user of this browser, who has logged in just now, with its code of the time `at`. */
export async function addApp(browser: Browser, at = new Date(), fields: Record<string, string> = {}) {
  const page = await browser.open(`${secondFactorPath}/app`);
  const secret = keyOn(page);
  const added = await browser.send(page, { name: 'Phone', code: totpCode(secret, at), ...fields });
  return { secret, codes: codesOn(added), added };
}
