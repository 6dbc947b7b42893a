/** A receiver answers 401: its owner sees it, mends the secret, and sends all again. Nothing is lost or doubled. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { eventually } from '@order-hub/testing/call';
import { logIn, press } from '../../src/browser/person.ts';
import { startReceiver, type Receiver } from '../../src/receiver.ts';
import { aTenant, type Connected, type Tenant } from '../../src/tenant.ts';
import { withAndWithoutScript } from './in-chromium.ts';

const orders = 25;
const patienceMs = 60_000;
const order = { status: 'new', items: [{ product_name: 'Calzone', price: '11.00 EUR', quantity: '1' }] };

withAndWithoutScript('a delivery log', ({ hub, open }) => {
  let tenant: Tenant;
  let website: Connected;
  let till: Connected;
  let receiver: Receiver;
  let secret = 'the secret of the test client';

  beforeAll(async () => {
    secret = 'the secret of the test client';
    tenant = await aTenant(hub);
    const [location_id] = tenant.location_ids;
    website = await tenant.connect('Website', { location_id });
    till = await tenant.connect('Till', { location_id });
    receiver = await startReceiver(() => secret);
    await till.call('POST /callback', { body: { url: receiver.url, events: { order: ['create'] } } });
  });
  afterAll(() => receiver.close());

  const createOrders = async () => {
    const ids: string[] = [];
    for (let n = 0; n < orders; n += 1) {
      const { status, body } = await website.call('POST /location/orders', { body: order });
      expect(status).toBe(200);
      ids.push(body.id);
    }
    return ids;
  };

  const shows = (page: Page, text: string | RegExp) => page.getByRole('main').getByText(text).first().waitFor();

  test('leads from the notice to all that was refused, and sends it again', async () => {
    const ids = await createOrders();
    await eventually(() => receiver.received.length === orders, patienceMs);
    expect((await till.call('GET /callback/events')).body).toEqual([]);

    const page = await open();
    await logIn(page, tenant.owner);
    const [ofClient, ofAccount] = [`/back-office/clients/${till.client_id}`, `/back-office/connections/${till.id}`];
    await eventually(async () => {
      await page.goto(ofClient);
      return page.getByText(`answered 401 to the last ${orders} events`).isVisible();
    }, patienceMs);
    await page.getByRole('link', { name: till.id }).first().click();
    expect(new URL(page.url()).searchParams.get('state')).toBe('refused');
    expect(await page.getByRole('row', { name: /Refused.*401/s }).count()).toBe(orders);

    await page.goto(ofAccount);
    await page.getByRole('link', { name: 'See what it answered' }).click();
    await page
      .getByRole('row', { name: /Refused/ })
      .first()
      .getByRole('link')
      .first()
      .click();
    await shows(page, /The app answered 401/);
    await shows(page, /X-Service-Hmac-SHA256: \(signature\)/);

    secret = till.client_secret;
    await page.getByRole('link', { name: 'Delivery log' }).click();
    await page.getByRole('link', { name: 'Send events again' }).click();
    await shows(page, `${orders} events`);
    await press(page, `Send ${orders} events again`);
    await page.getByText(`${orders} events will be sent again.`).waitFor();

    const signed = () => receiver.received.filter(({ isSigned }) => isSigned);
    await eventually(() => signed().length === orders, patienceMs);
    await eventually(async () => {
      await page.goto(`${ofAccount}/deliveries?state=acknowledged`);
      return (await page.getByRole('row', { name: /Received/ }).count()) === orders;
    }, patienceMs);
    await page.getByText('No refused or given up event is kept.').waitFor();

    expect(
      signed()
        .map(({ event }) => event.order_id)
        .sort(),
    ).toEqual([...ids].sort());
    expect(new Set(receiver.received.map(({ event }) => event.id)).size).toBe(orders);
    expect(receiver.received).toHaveLength(2 * orders);
    expect((await till.call('GET /callback/events')).body).toEqual([]);
    for (const path of [ofClient, ofAccount]) {
      await page.goto(path);
      expect(await page.getByText('answered 401').count()).toBe(0);
    }
  });

  test('sends a test event', async () => {
    const page = await open();
    await logIn(page, tenant.owner);
    await page.goto(`/back-office/connections/${till.id}/deliveries/test`);
    await page.getByLabel('Kind').selectOption('order.create');
    await press(page, 'Send');
    await page.getByText('1 test event is being sent.').waitFor();
    await eventually(
      () => receiver.received.some(({ event, isSigned }) => event.test === true && isSigned),
      patienceMs,
    );
  });
});
