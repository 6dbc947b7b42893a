/** What happens at a location, as its owner sees it (docs/api/back-office.md#live-orders and #waiting-events). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { eventually } from '@order-hub/testing/call';
import { openEventStream, eventText, keepAlive } from '../src/orders/open-event-stream.ts';
import { startAnsweringService, type AnsweringService } from './answering-service.ts';
import { openBrowser, type Browser } from '../../auth/test/browser.ts';
import { aConnectedOwner, anOwnerOfLocation } from '../../auth/test/owner.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';

const ordersOf = new Map<string, object[]>();
let eventsOf: (asked: { location_id: string; after?: string | null }) => object | undefined = () => undefined;
let neighbour: AnsweringService;
let hub: TestBackOffice;
beforeAll(async () => {
  neighbour = await startAnsweringService({
    'GET /internal/latest-orders': ({ place }) => {
      const orders = ordersOf.get(place?.location_id ?? '');
      return orders && { orders };
    },
    'GET /internal/waiting-events': ({ place, query }) =>
      eventsOf({ location_id: place?.location_id ?? '', after: query.get('after') }),
  });
  hub = await startTestBackOffice({ env: { ORDERS_URL: neighbour.url, EVENTS_URL: neighbour.url } });
});
afterAll(async () => {
  await hub.close();
  await neighbour.close();
});

const anOrder = (overrides: object = {}) => ({
  id: newId(),
  status: 'new',
  ref: '12',
  collection_code: null,
  service_type: 'collection',
  created_at: '2026-07-01T18:30:00+02:00',
  expected_time: null,
  total: '19.00 EUR',
  items: 2,
  customer_name: 'Ada Lovelace',
  channel: 'Website',
  created_by: 'Website',
  ...overrides,
});

/** Listens to the orders of a location. `text` is all that came so far. */
function listen({ cookies }: Browser, location_id: string) {
  const abort = new AbortController();
  const heard = { text: '', status: 0, isOver: false };
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  async function read() {
    const path = `/back-office/locations/${location_id}/orders/stream`;
    const { status, body } = await fetch(hub.urlOf(path), {
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

const pathOf = (location_id: string, page: string) => `/back-office/locations/${location_id}/${page}`;

describe('the page of live orders', () => {
  test('shows the latest orders, in the time of the location', async () => {
    const { browser, location, account } = await anOwnerOfLocation(hub);
    ordersOf.set(location.id, [anOrder(), anOrder({ ref: null, status: 'awaiting_collection', id: 'o1' })]);
    const page = await browser.open(pathOf(location.id, 'orders'));
    expect(page.status).toBe(200);
    for (const text of ['1 Jul, 18:30', '19.00 EUR', 'Ada Lovelace', 'awaiting collection', '<code>o1</code>'])
      expect(page.html).toContain(text);
    expect(neighbour.asked.at(-1)?.place).toMatchObject({ account_id: account.id, location_id: location.id });
  });

  test('says that there are none yet', async () => {
    const { browser, location } = await anOwnerOfLocation(hub);
    ordersOf.set(location.id, []);
    expect((await browser.open(pathOf(location.id, 'orders'))).html).toContain('There are no orders yet');
  });

  test('says so while orders cannot be asked', async () => {
    const { browser, location } = await anOwnerOfLocation(hub);
    const page = await browser.open(pathOf(location.id, 'orders'));
    expect(page.status).toBe(503);
    expect(page.html).toContain('cannot be shown at the moment');
  });

  test.each(['orders', 'orders/stream', 'events'])("%s of a stranger's location are not there", async (name) => {
    const [owner, stranger] = [await anOwnerOfLocation(hub), await anOwnerOfLocation(hub)];
    ordersOf.set(owner.location.id, [anOrder()]);
    expect((await stranger.browser.open(pathOf(owner.location.id, name))).status).toBe(404);
    const nobody = await openBrowser(hub).open(pathOf(owner.location.id, name));
    expect(nobody.url).toContain('/back-office/log-in');
  });
});

describe('the stream of orders', () => {
  test('tells every viewer of each change, and asks once for all of them', async () => {
    const { browser, location } = await anOwnerOfLocation(hub);
    ordersOf.set(location.id, [anOrder({ ref: 'first' })]);
    const asksOf = () => neighbour.asked.filter(({ place }) => place?.location_id === location.id).length;
    const viewers = Array.from({ length: 4 }, () => listen(browser, location.id));
    await eventually(() => viewers.every(({ heard }) => heard.text.includes('first')));
    expect(asksOf()).toBeLessThan(viewers.length);
    ordersOf.set(location.id, [anOrder({ ref: 'second' })]);
    await eventually(() => viewers.every(({ heard }) => heard.text.includes('second')));
    const [one] = viewers;
    expect(one?.heard.text.match(/event: content/g)).toHaveLength(2);
    for (const viewer of viewers) viewer.stop();
    await Promise.all(viewers.map(({ done }) => done));
  });

  test('is HTML without what customers may have written as HTML, one event a change', async () => {
    const { browser, location } = await anOwnerOfLocation(hub);
    ordersOf.set(location.id, [anOrder({ customer_name: '<img src=x>\n\nevent: unavailable\ndata: x' })]);
    const viewer = listen(browser, location.id);
    await eventually(() => viewer.heard.text.includes('img'));
    expect(viewer.heard.text).not.toContain('<img');
    expect(viewer.heard.text.match(/^event: /gm)).toHaveLength(1);
    viewer.stop();
  });

  test('says when orders cannot be asked, and goes on when they can', async () => {
    const { browser, location } = await anOwnerOfLocation(hub);
    const viewer = listen(browser, location.id);
    await eventually(() => viewer.heard.text.includes('event: unavailable'));
    ordersOf.set(location.id, [anOrder({ ref: 'back' })]);
    await eventually(() => viewer.heard.text.includes('back'));
    viewer.stop();
  });

  test('ends within five seconds after log-out', async () => {
    const { browser, location } = await anOwnerOfLocation(hub);
    ordersOf.set(location.id, []);
    const viewer = listen(browser, location.id);
    await eventually(() => viewer.heard.text.includes('event: content'));
    await browser.send(await browser.open(pathOf(location.id, 'orders')), {}, '/back-office/log-out');
    await eventually(() => viewer.heard.isOver);
  });

  test('ends at once when the service stops', async () => {
    const { browser, location } = await anOwnerOfLocation(hub);
    ordersOf.set(location.id, []);
    const viewer = listen(browser, location.id);
    await eventually(() => viewer.heard.text.includes('event: content'));
    await hub.stop();
    expect(viewer.heard.isOver).toBe(true);
    await hub.start();
  });

  test('keeps only the latest event for a reader who is slow', () => {
    const stream = openEventStream();
    for (const text of ['one', 'two', 'three']) stream.send(eventText('content', text));
    stream.send(keepAlive);
    const sent = [stream.body.read(), stream.body.read()].join('');
    expect(sent).toBe('retry: 2000\n\nevent: content\ndata: three\n\n');
  });
});

describe('the page of waiting events', () => {
  const anEvent = (overrides: object = {}) => ({
    id: newId(),
    connection_id: 'c',
    type: 'order.create',
    resource_id: 'o1',
    created_at: '2026-07-01T18:30:00.000Z',
    attempts: 2,
    next_attempt_at: null,
    given_up_at: null,
    ...overrides,
  });

  test('names the app of each, and what becomes of it', async () => {
    const [owner, foreign] = [await aConnectedOwner(hub), await aConnectedOwner(hub)];
    const { id } = owner.connection;
    eventsOf = ({ location_id }) =>
      location_id === owner.location.id
        ? {
            events: [
              anEvent({ connection_id: id, next_attempt_at: '2026-07-01T19:30:00.000Z' }),
              anEvent({ connection_id: id, given_up_at: '2026-07-01T19:30:00.000Z' }),
              anEvent({ connection_id: foreign.connection.id }),
            ],
            more: true,
          }
        : undefined;
    const page = await owner.browser.open(pathOf(owner.location.id, 'events'));
    for (const text of ['Till', 'Will be sent again', 'Given up', 'Waits to be polled', 'A connection', 'Older events'])
      expect(page.html).toContain(text);
    expect(page.html.match(/>Till</g)).toHaveLength(2);
  });

  test('goes on from an event', async () => {
    const { browser, location } = await anOwnerOfLocation(hub);
    eventsOf = ({ after }) => ({ events: after === 'e9' ? [] : [anEvent()], more: false });
    expect((await browser.open(pathOf(location.id, 'events?after=e9'))).html).toContain('Nothing is waiting');
  });
});
