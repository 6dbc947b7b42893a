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

/** Browsers with different addresses, each on the log-in page. */
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
  let pending = 50;
  const logIns = tryAll(await ready(pending), () => (pending -= 1));
  /** How many log-ins were pending at each look-up's answer. */
  const pendingAtAnswers: number[] = [];
  while (pending > 0) {
    const { status } = await auth.internal(`GET /internal/connections/${digest(access_token)}`);
    expect(status).toBe(200);
    pendingAtAnswers.push(pending);
  }
  expect(new Set(await Promise.all(logIns))).toEqual(new Set([422]));
  // Look-ups that queued behind the log-ins would be answered after them.
  expect(pendingAtAnswers[0]).toBeGreaterThan(25);
  expect(new Set(pendingAtAnswers).size).toBeGreaterThan(10);
});

test('when the queue is full, further log-ins get 503 at once, and can be repeated', async () => {
  const answered: number[] = [];
  const browsers = await ready(150);
  const statuses = await Promise.all(
    tryAll(browsers, ({ status, headers, html }) => {
      answered.push(status);
      if (status !== 503) return;
      expect(headers.get('retry-after')).toBe('2');
      expect(html).toContain('Please try again in a moment');
    }),
  );
  const refused = statuses.filter((status) => status === 503).length;
  expect(new Set(statuses)).toEqual(new Set([422, 503]));
  // A refusal does not wait for the log-ins that were queued before it.
  const afterFirstRefusal = answered.slice(answered.indexOf(503));
  expect(afterFirstRefusal.filter((status) => status === 422).length).toBeGreaterThan(50);
  const [[browser, form]] = browsers as [[Browser, Page]];
  expect((await browser.send(form, { email: 'nobody@example.com', password: 'wrong' })).status).toBe(422);
  const { rows } = await auth.db.query<{ count: number }>('select sum(count)::int as count from attempts');
  expect(rows).toEqual([{ count: 2 * (50 + 150 - refused + 1) }]);
});
