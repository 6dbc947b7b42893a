/** The stream of an order board (docs/api/back-office.md#order-board). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { eventText, openEventStream } from '../src/board/watching/open-event-stream.ts';
import type { Browser } from '../../auth/test/browser.ts';
import { anOwnerOfLocation } from '../../auth/test/owner.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';
import { aBoardOrder, startBoardOrders } from './board-orders.ts';

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

/** Listens to the board of a location. `text` is all that came so far. */
function listen({ cookies }: Browser, location_id: string) {
  const abort = new AbortController();
  const heard = { text: '', status: 0, isOver: false };
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  async function read() {
    const { status, body } = await fetch(hub.urlOf(`${boardOf(location_id)}/stream`), {
      headers: { cookie },
      redirect: 'manual',
      signal: abort.signal,
    });
    heard.status = status;
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) heard.text += part.value;
  }
  const done = read()
    .catch(() => undefined)
    .then(() => (heard.isOver = true));
  return { heard, done, stop: () => abort.abort() };
}

test('tells every viewer of each change, and reads the board once for all of them', async () => {
  const { browser, location } = await anOwnerOfLocation(hub);
  orders.ordersOf.set(location.id, [aBoardOrder({ collection_code: 'first' })]);
  const readsOf = () => orders.asked.filter(({ place }) => place?.location_id === location.id).length;
  const viewers = Array.from({ length: 4 }, () => listen(browser, location.id));
  await eventually(() => viewers.every(({ heard }) => heard.text.includes('first')));
  expect(readsOf()).toBeLessThan(viewers.length);
  orders.ordersOf.set(location.id, [aBoardOrder({ collection_code: 'second' })]);
  await eventually(() => viewers.every(({ heard }) => heard.text.includes('second')));
  expect(viewers[0]?.heard.text.match(/event: content/g)).toHaveLength(2);
  for (const viewer of viewers) viewer.stop();
  await Promise.all(viewers.map(({ done }) => done));
});

test('holds no form token, and no HTML that customers wrote; one event a change', async () => {
  const { browser, location } = await anOwnerOfLocation(hub);
  orders.ordersOf.set(location.id, [aBoardOrder({ customer_notes: '<img src=x>\n\nevent: unavailable\ndata: x' })]);
  const viewer = listen(browser, location.id);
  await eventually(() => viewer.heard.text.includes('img'));
  expect(viewer.heard.text).not.toContain('<img');
  expect(viewer.heard.text.match(/^event: /gm)).toHaveLength(1);
  expect(viewer.heard.text).toMatch(/name="form_token" value(="")?\/?>/);
  viewer.stop();
});

test('says when orders cannot be asked, and goes on when they can', async () => {
  const { browser, location } = await anOwnerOfLocation(hub);
  const viewer = listen(browser, location.id);
  await eventually(() => viewer.heard.text.includes('event: unavailable'));
  orders.ordersOf.set(location.id, [aBoardOrder({ collection_code: 'back again' })]);
  await eventually(() => viewer.heard.text.includes('back again'));
  viewer.stop();
});

test('says that it is alive while nothing happens', async () => {
  const { browser, location } = await anOwnerOfLocation(hub);
  orders.ordersOf.set(location.id, []);
  const viewer = listen(browser, location.id);
  await eventually(() => viewer.heard.text.includes('event: content'));
  await eventually(() => viewer.heard.text.match(/event: alive/g)?.length === 2);
  expect(viewer.heard.text.match(/event: content/g)).toHaveLength(1);
  viewer.stop();
});

test('ends within five seconds after log-out', async () => {
  const { browser, location } = await anOwnerOfLocation(hub);
  orders.ordersOf.set(location.id, []);
  const viewer = listen(browser, location.id);
  await eventually(() => viewer.heard.text.includes('event: content'));
  await browser.send(await browser.open(boardOf(location.id)), {}, '/back-office/log-out');
  await eventually(() => viewer.heard.isOver);
});

test('ends at once when the service stops', async () => {
  const { browser, location } = await anOwnerOfLocation(hub);
  orders.ordersOf.set(location.id, []);
  const viewer = listen(browser, location.id);
  await eventually(() => viewer.heard.text.includes('event: content'));
  await hub.stop();
  expect(viewer.heard.isOver).toBe(true);
  await hub.start();
});

test('keeps only the latest event for a reader who is slow', () => {
  const stream = openEventStream();
  for (const text of ['one', 'two', 'three']) stream.send(eventText('content', text));
  stream.keepAlive();
  const sent = [stream.body.read(), stream.body.read()].join('');
  expect(sent).toBe('retry: 2000\n\nevent: content\ndata: three\n\n');
});
