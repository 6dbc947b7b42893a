/** Many log-ins at once do not delay other requests, and their queue is limited. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { digest } from '@order-hub/shared/encryption';
import { newId } from '@order-hub/shared/ids';
import { openBrowser, type Browser, type Page } from './browser.ts';
import { aTenant, authorize } from './builders.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
beforeAll(async () => (auth = await startTestAuth()));
afterAll(() => auth.close());

/** Browsers at addresses of their own, each with the form before it. */
async function ready(count: number): Promise<[Browser, Page][]> {
  const browsers: [Browser, Page][] = [];
  for (let index = 0; index < count; index += 1) {
    const browser = openBrowser(auth, { 'x-forwarded-for': `10.1.0.${index}` });
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

test('a log-in that finds the queue full is refused at once, and may be repeated', async () => {
  const answers: number[] = [];
  const browsers = await ready(150);
  const statuses = await Promise.all(
    tryAll(browsers, ({ status, headers, html }) => {
      answers.push(status);
      if (status !== 503) return;
      expect(headers.get('retry-after')).toBe('2');
      expect(html).toContain('Please try again in a moment');
    }),
  );
  const refused = statuses.filter((status) => status === 503).length;
  expect(new Set(statuses)).toEqual(new Set([422, 503]));
  expect(refused).toBeGreaterThan(0);
  // The last answers went to those who had waited for their turn.
  expect(answers.slice(-50)).toEqual(Array.from({ length: 50 }, () => 422));
  const [[browser, form]] = browsers as [[Browser, Page]];
  expect((await browser.send(form, { email: 'nobody@example.com', password: 'wrong' })).status).toBe(422);
  const { rows } = await auth.db.query<{ count: number }>('select sum(count)::int as count from attempts');
  expect(rows).toEqual([{ count: 2 * (50 + 150 - refused + 1) }]);
});
