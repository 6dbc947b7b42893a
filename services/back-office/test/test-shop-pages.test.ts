/** The pages of test shops, while the API does not answer the simulators (docs/api/sandbox.md#your-test-shop). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { anOwner, auditOfAccount } from '../../auth/test/owner.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';

let hub: TestBackOffice;
beforeAll(async () => (hub = await startTestBackOffice({ env: { TEST_SHOPS_API_URL: 'http://127.0.0.1:1/v1' } })));
afterAll(() => hub.close());

const path = '/back-office/test-shop';
const shopOf = async (user_id: string) =>
  (await hub.db.query('select * from test_shops where user_id = $1', [user_id])).rows[0];

test('one button makes the shop; the page shows its ids, and why the simulators could not act', async () => {
  const { browser, user } = await anOwner(hub);
  const home = await browser.open('/back-office');
  expect(home.html).toContain(`action="${path}/new"`);
  const page = await browser.send(await browser.open(`${path}/new`), {});
  expect(page.url).toBe(path);
  const { account_id, location_id, failure, is_filled } = await shopOf(user.id);
  for (const text of ['Your test shop is open.', 'https://hub.example/v1', account_id, location_id, failure])
    expect(page.html).toContain(text);
  expect([is_filled, page.html]).toEqual([false, expect.stringContaining('could not do everything at its last visit')]);
  expect((await browser.open('/back-office')).html).toContain('Your test shop');
});

test('the till and the website behave as the form says; faults are shown', async () => {
  const { browser, user } = await anOwner(hub);
  await browser.send(await browser.open(`${path}/new`), {});
  const fields = { answer: 'reject', delay_seconds: '30', minutes_between_orders: '0' };
  await browser.send(await browser.open(path), fields);
  const { settings, account_id } = await shopOf(user.id);
  expect(settings).toEqual({ answer: 'reject', delay_seconds: 30, minutes_between_orders: 0 });
  const faulty = await browser.send(await browser.open(path), { ...fields, answer: 'never', delay_seconds: '9999' });
  expect(faulty.html).toContain('Answer must be one of these');
  expect((await browser.send(await browser.open(path), { ...fields, delay_seconds: '9999' })).html).toMatch(
    /Delay seconds must be at most 3,600/,
  );

  await browser.send(await browser.open(`${path}/prices`), { percent: '10' });
  expect(await shopOf(user.id)).toMatchObject({ asked_percent: 10 });
  const ended = await browser.send(await browser.open(`${path}/end`), {});
  expect(ended.html).toContain('Make a test shop');
  const actions = (await auditOfAccount(hub, account_id)).map(({ action }: { action: string }) => action);
  expect(actions).toEqual(
    expect.arrayContaining(['test_shop.open', 'test_shop.update', 'test_shop.change_prices', 'test_shop.end']),
  );
});

test('a hub without an address of the API offers no test shop', async () => {
  const without = await startTestBackOffice();
  const { browser } = await anOwner(without);
  expect((await browser.open('/back-office')).html).not.toContain('Test shop');
  expect((await browser.open(path)).html).toContain('This hub has no test shops.');
  await without.close();
});
