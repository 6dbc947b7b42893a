/** Many log-ins at once do not delay other requests, and each address has a queue of its own, which is limited. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { digest } from '@order-hub/shared/encryption';
import { newId } from '@order-hub/shared/ids';
import { openBrowser, type Browser, type Page } from './browser.ts';
import { aTenant, authorize } from './builders.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
beforeAll(async () => (auth = await startTestAuth()));
afterAll(() => auth.close());

/** Browsers at addresses of their own, unless others are given, each with the form before it. */
async function ready(count: number, addressOf = (index: number) => `10.1.0.${index}`): Promise<[Browser, Page][]> {
  const browsers: [Browser, Page][] = [];
  for (let index = 0; index < count; index += 1) {
    const browser = openBrowser(auth, { 'x-forwarded-for': addressOf(index) });
    browsers.push([browser, await browser.open('/back-office/log-in')]);
  }
  return browsers;
}

const tryAll = (browsers: [Browser, Page][], answered: (page: Page) => void) =>
  browsers.map(async ([browser, form]) => {
    const page = await browser.send(form, { email: `${newId()}@example.com`, password: 'wrong' });
    answered(page);
    return page.status;
  });

test('while 50 log in, look-ups of tokens are answered', async () => {
  const tenant = await aTenant(auth);
  const { access_token } = await authorize(auth, tenant, { location_id: tenant.location.id });
  let left = 50;
  const underWay = tryAll(await ready(left), () => (left -= 1));
  // If passwords were checked on the thread that answers requests, no look-up would be answered before the last log-in.
  let answered = 0;
  while (left > 0) {
    const { status } = await auth.internal(`GET /internal/connections/${digest(access_token)}`);
    expect(status).toBe(200);
    if (left > 0) answered += 1;
  }
  expect(answered).toBeGreaterThan(0);
  expect(new Set(await Promise.all(underWay))).toEqual(new Set([422]));
});

test('of 50 log-ins from one address those beyond its queue are refused, and others are answered in turn', async () => {
  const address = '10.2.0.1';
  const browsers = await ready(50, () => address);
  const answered: number[] = [];
  const underWay = tryAll(browsers, ({ status, headers, html }) => {
    answered.push(status);
    if (status !== 503) return;
    expect(headers.get('retry-after')).toBe('2');
    expect(html).toContain('Please try again in a moment');
  });
  const [other] = await ready(1, () => '10.2.0.2');
  const [browser, form] = other as [Browser, Page];
  expect((await browser.send(form, { email: 'nobody@example.com', password: 'wrong' })).status).toBe(422);
  const checkedBefore = answered.filter((status) => status === 422).length;
  const statuses = await Promise.all(underWay);
  const checked = statuses.filter((status) => status === 422).length;
  expect(new Set(statuses)).toEqual(new Set([422, 429, 503]));
  expect(checkedBefore).toBeLessThan(checked);
});
