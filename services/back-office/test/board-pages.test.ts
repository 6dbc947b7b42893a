/** The order board of a location without script (docs/api/back-office.md#order-board). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openBrowser } from '../../auth/test/browser.ts';
import { anOwnerOfLocation } from '../../auth/test/owner.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';
import { aBoardOrder, startBoardOrders, type AnOrder } from './board-orders.ts';

let orders: Awaited<ReturnType<typeof startBoardOrders>>;
let hub: TestBackOffice;
beforeAll(async () => {
  orders = await startBoardOrders();
  hub = await startTestBackOffice({ env: { ORDERS_URL: orders.url } });
});
afterAll(async () => {
  await hub.close();
  await orders.close();
});

const boardOf = (location_id: string) => `/back-office/locations/${location_id}/orders`;
const textOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, '\n')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ');

/** A shop with these orders on its board. */
async function aShop(...given: AnOrder[]) {
  const owner = await anOwnerOfLocation(hub);
  orders.ordersOf.set(owner.location.id, given);
  return { ...owner, path: boardOf(owner.location.id) };
}

describe('the board', () => {
  test('shows each order with all that matters', async () => {
    const { browser, path } = await aShop(
      aBoardOrder({
        service_type: 'delivery',
        customer_notes: 'No cutlery',
        expected_time: '2026-07-01T19:30:00+02:00',
      }),
      aBoardOrder({ status: 'accepted', collection_code: null, confirmed_time: '2026-07-01T19:00:00+02:00' }),
      aBoardOrder({ status: 'awaiting_collection', collection_code: null, ref: null, id: '0mwxoin25048bx8c1nnk' }),
      aBoardOrder({ status: 'rejected', seller_notes: 'The oven is broken' }),
    );
    const page = await browser.open(path);
    expect(page.status).toBe(200);
    const text = textOf(page.html);
    for (const part of [
      ...['2 × Margherita , Large', '2 × Olives', 'without Onions', 'Part of Lunch deal', 'Well done', '€23.60'],
      ...['€25.60', '€5.60 to collect', 'Ada Lovelace', '+33 6 12 34 56 78', 'code 1843', '75001 Paris', 'Ring twice'],
      ...['No cutlery', '1 Jul 2026, 19:30', 'Ready at 1 Jul 2026, 19:00', 'WEB-12', '#1NNK', 'The oven is broken'],
      ...['from Web shop', 'Declined', 'Ready to collect', 'New 1', 'In the kitchen 1', 'Ready 1', 'Gone 1'],
    ])
      expect(text).toContain(part);
    expect(page.html).toContain('href="tel:+33612345678"');
    expect(page.html).toContain(
      'https://www.openstreetmap.org/search?query=1%20rue%20des%20Nombres%2C%2075001%20Paris',
    );
    expect(page.html).toMatch(/<noscript><meta http-equiv="refresh"/);
  });

  test('escapes what customers write', async () => {
    const { browser, path } = await aShop(aBoardOrder({ customer_notes: '<img src=x>', ref: '<b>', channel: '"><i>' }));
    const { html } = await browser.open(path);
    expect(html).not.toMatch(/<img|<b>|<i>/);
  });

  test('leads from each card to the order and to its receipt, and from there back', async () => {
    const order = aBoardOrder();
    const { browser, path } = await aShop(order);
    const { html } = await browser.open(path);
    expect(html).toContain(`<a href="${path}/${order.id}">Details</a>`);
    expect(html).toContain(`<a href="${path}/${order.id}/receipt">Print</a>`);
    const receipt = await browser.open(`${path}/${order.id}/receipt`);
    const trail = /<ol class="trail">.*?<\/ol>/.exec(receipt.html)?.[0] ?? '';
    expect([...trail.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([path, `${path}/${order.id}`]);
    expect(receipt.html).not.toContain('class="card-links"');
  });

  test('says in words what is late; what becomes late has its time, and what is ready has none', async () => {
    const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();
    const late = aBoardOrder({ status: 'accepted', confirmed_time: minutes(-1), expected_time: minutes(5) });
    const soon = aBoardOrder({ expected_time: minutes(5) });
    const ready = aBoardOrder({ status: 'awaiting_collection', confirmed_time: minutes(-1) });
    const { browser, path } = await aShop(late, soon, ready, aBoardOrder());
    const { html } = await browser.open(path);
    const tags = [...html.matchAll(/<span class="tag bad late" data-late-from="([^"]+)"( hidden)?>(.*?)<\/span>/g)];
    expect(tags.map(([, from, hidden]) => [from, hidden === undefined])).toEqual([
      [soon.expected_time, false],
      [late.confirmed_time, true],
    ]);
    expect(tags.every(([, , , content = '']) => /^<svg.*<\/svg>Late$/.test(content))).toBe(true);
  });

  test('offers what can be done next', async () => {
    const { browser, path } = await aShop();
    const offered = async (overrides: object) => {
      const order = aBoardOrder(overrides);
      orders.ordersOf.set(path.split('/')[3] ?? '', [order]);
      const { html } = await browser.open(path);
      return [...html.matchAll(new RegExp(`action="[^"]*/${order.id}/(\\w+)"`, 'g'))].map(([, name]) => name);
    };
    expect(await offered({ status: 'new' })).toEqual(['accept', 'reject']);
    expect(await offered({ status: 'received' })).toEqual(['accept', 'reject']);
    expect(await offered({ status: 'accepted' })).toEqual(['ready', 'delay', 'cancel']);
    expect(await offered({ status: 'in_preparation' })).toEqual(['ready', 'delay', 'cancel']);
    expect(await offered({ status: 'awaiting_collection' })).toEqual(['complete', 'cancel']);
    expect(await offered({ status: 'awaiting_shipment' })).toEqual(['send', 'cancel']);
    expect(await offered({ status: 'in_delivery' })).toEqual(['complete', 'cancel']);
    for (const status of ['completed', 'rejected', 'cancelled', 'delivery_failed']) {
      expect(await offered({ status })).toEqual([]);
    }
  });

  test('says that there are none yet, and so while orders cannot be asked', async () => {
    const { browser, path, location } = await aShop();
    expect((await browser.open(path)).html).toContain('No new orders.');
    orders.ordersOf.delete(location.id);
    const page = await browser.open(path);
    expect(page.status).toBe(503);
    expect(page.html).toContain('A part of the hub cannot answer at the moment');
  });
});

describe('what people do with an order', () => {
  test.each([
    ['accept', { minutes: '20' }, 'new', 'new,received', { status: 'accepted', confirmed_time: expect.any(String) }],
    [
      'accept',
      { time: '2026-07-01T19:30:00+02:00' },
      'received',
      'new,received',
      { status: 'accepted', confirmed_time: '2026-07-01T19:30:00+02:00' },
    ],
    ['accept', {}, 'new', 'new,received', { status: 'accepted' }],
    ['reject', { reason: ' Closed ' }, 'new', 'new,received', { status: 'rejected', seller_notes: 'Closed' }],
    ['ready', {}, 'accepted', 'accepted,in_preparation', { status: 'awaiting_collection' }],
    [
      'complete',
      {},
      'awaiting_collection',
      'awaiting_collection,awaiting_shipment,in_delivery',
      { status: 'completed' },
    ],
    ['delay', { minutes: '30' }, 'accepted', 'accepted,in_preparation', { confirmed_time: expect.any(String) }],
    ['send', {}, 'awaiting_shipment', 'awaiting_shipment', { status: 'in_delivery' }],
    [
      'cancel',
      { reason: 'Sold out' },
      'accepted',
      'accepted,in_preparation,awaiting_collection,awaiting_shipment,in_delivery',
      { status: 'cancelled', seller_notes: 'Sold out' },
    ],
  ])('%s with %j', async (...row) => {
    const [action, fields, status, expected, changes] = row;
    const order = aBoardOrder({ status });
    const { browser, path, location } = await aShop(order);
    const api = orders.serve(location.id, order);
    const page = await browser.open(path);
    const back = await browser.send(page, fields, `${path}/${order.id}/${action}`);
    expect([back.status, back.url]).toEqual([200, path]);
    expect(back.html).toContain('class="notice good"');
    const sent = orders.asked.find(({ route }) => route === `PATCH ${api}`);
    expect(sent?.body).toEqual(changes);
    expect(sent?.query.get('if_status')).toBe(expected);
  });

  test('20 minutes are counted from now', async () => {
    const order = aBoardOrder();
    const { browser, path, location } = await aShop(order);
    const api = orders.serve(location.id, order);
    const start = Date.now();
    await browser.send(await browser.open(path), { minutes: '20' }, `${path}/${order.id}/accept`);
    const at = Date.parse(orders.asked.find(({ route }) => route === `PATCH ${api}`)?.body.confirmed_time);
    expect(at - start).toBeGreaterThanOrEqual(20 * 60_000);
    expect(at - start).toBeLessThan(21 * 60_000);
  });

  test('a delivery that is ready waits for its driver', async () => {
    const order = aBoardOrder({ status: 'accepted', service_type: 'delivery' });
    const { browser, path, location } = await aShop(order);
    const api = orders.serve(location.id, order);
    await browser.send(await browser.open(path), {}, `${path}/${order.id}/ready`);
    expect(orders.asked.find(({ route }) => route === `PATCH ${api}`)?.body).toEqual({ status: 'awaiting_shipment' });
  });

  test('the board says what somebody else did meanwhile', async () => {
    const order = aBoardOrder();
    const { browser, path, location } = await aShop(order);
    orders.serve(location.id, order, 'accepted');
    const back = await browser.send(await browser.open(path), { reason: 'Closed' }, `${path}/${order.id}/reject`);
    expect(back.url).toBe(path);
    expect(textOf(back.html)).toContain('somebody else has changed order 42 meanwhile. Its state now: Accepted.');
  });

  test.each([
    ['reject', {}, 'Reason'],
    ['reject', { reason: ' ' }, 'Reason'],
    ['reject', { reason: 'x'.repeat(501) }, 'Reason'],
    ['accept', { minutes: '17' }, 'Minutes'],
    ['accept', { time: 'at noon' }, 'Time'],
    ['delay', {}, 'Minutes'],
  ])('%s with %j is refused, with the order', async (action, fields, label) => {
    const order = aBoardOrder({ status: action === 'delay' ? 'accepted' : 'new' });
    const { browser, path, location } = await aShop(order);
    const api = orders.serve(location.id, order);
    const page = await browser.send(await browser.open(path), fields, `${path}/${order.id}/${action}`);
    expect(page.status).toBe(422);
    expect(page.html).toContain(label);
    expect(page.html).toContain('Margherita');
    expect(orders.asked.some(({ route }) => route === `PATCH ${api}`)).toBe(false);
  });

  test('each action has a page of its own', async () => {
    const order = aBoardOrder();
    const { browser, path, location } = await aShop(order);
    const api = orders.serve(location.id, order);
    const page = await browser.open(`${path}/${order.id}/accept`);
    expect(page.html).toContain('Accept order 42');
    await browser.send(page, { minutes: '30' }, undefined);
    expect(orders.asked.some(({ route }) => route === `PATCH ${api}`)).toBe(true);
    expect((await browser.open(`${path}/${order.id}/receipt`)).html).toContain('Margherita');
    expect((await browser.open(`${path}/nothing/accept`)).status).toBe(404);
  });

  test('a form of another site is refused', async () => {
    const order = aBoardOrder();
    const { browser, path, location } = await aShop(order);
    const api = orders.serve(location.id, order);
    const page = await browser.open(path);
    const answer = await browser.send(page, { form_token: 'stolen' }, `${path}/${order.id}/accept`);
    expect(answer.status).toBe(403);
    expect(orders.asked.some(({ route }) => route === `PATCH ${api}`)).toBe(false);
  });
});

const orderPages = ['accept', 'reject', 'ready', 'send', 'complete', 'delay', 'cancel', 'receipt'].map(
  (name) => `orders/o1/${name}`,
);

test.each(['orders', 'orders/stream', ...orderPages, 'pause', 'busy', 'normal', 'hours'])(
  "%s of a stranger's location is not there",
  async (name) => {
    const [owner, stranger] = [await aShop(aBoardOrder({ id: 'o1' })), await anOwnerOfLocation(hub)];
    const path = `/back-office/locations/${owner.location.id}/${name}`;
    expect((await stranger.browser.open(path)).status).toBe(404);
    expect((await openBrowser(hub).open(path)).url).toContain('/back-office/log-in');
  },
);
