import type { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { listSessionRoles } from '@order-hub/shared/auth-calls';
import type { Ask } from '@order-hub/shared/internal-call';
import { silentLog } from '@order-hub/shared/log';
import type { BoardOrder } from '@order-hub/shared/orders-calls';
import type { AskFor, OnBehalf } from '@order-hub/shared/principal-call';
import type { Role } from '@order-hub/shared/roles';
import { eventually } from '@order-hub/testing/call';
import { type Browser, openBrowser } from '../../auth/test/browser.ts';
import { anOwnerOfLocation } from '../../auth/test/owner.ts';
import { columnsOf } from '../src/board/columns.ts';
import { actionsOf, expectedStatuses, statusAfter } from '../src/board/order-actions.ts';
import { orderNumber } from '../src/board/order-number.ts';
import type { RenewToken } from '../src/board/watching/open-board-token.ts';
import { eventText, openEventStream } from '../src/board/watching/open-event-stream.ts';
import { openBoardWatch } from '../src/board/watching/watch-boards.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';
import { aBoardOrder, type AnOrder, startBoardOrders } from './board-orders.ts';

let hub: TestBackOffice;
let orders: Awaited<ReturnType<typeof startBoardOrders>>;
beforeAll(async () => {
  orders = await startBoardOrders();
  hub = await startTestBackOffice({ env: { ORDERS_URL: orders.url } });
});
afterAll(async () => {
  await hub.close();
  await orders.close();
});

const boardOf = (location_id: string) => `/back-office/locations/${location_id}/orders`;

/** The order board of a location without script (docs/api/back-office.md#order-board). */
describe('the page of the board', () => {
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
        ...[
          '2 × Margherita , Large',
          '2 × Extra : Olives',
          'without Ingredients : Onions',
          'Part of Lunch deal',
          'Well done',
          '€23.60',
        ],
        ...[
          '€25.60',
          '€5.60 to collect',
          'Ada Lovelace',
          '+33 6 12 34 56 78',
          'code 1843',
          '75001 Paris',
          'Ring twice',
        ],
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

    test('names the list of each option, strikes out what was taken away, and groups the items by course', async () => {
      const option = (list: string, name: string, is_removed = false) => ({ list, name, quantity: 1, is_removed });
      const item = (name: string, subset: string | null, ...options: object[]) => ({
        ...{ name, sku: null, quantity: '1', subset, notes: null, deal: null, subtotal: null },
        options,
      });
      const { browser, path } = await aShop(
        aBoardOrder({
          items: [
            item('Steak', 'Main', option('Cooking', 'Well done'), option('Nuts', 'No'), option('', 'Salt')),
            item('Soup', 'Starter', option('Herbs', 'Chives', true), option('Bread', 'bread')),
            item('Fries', 'Main'),
            item('Water', null),
          ],
        }),
      );
      const { html } = await browser.open(path);
      expect(textOf(html)).toMatch(
        /Water .*Main .*Steak .*Cooking : Well done .*Nuts : No .*Salt .*Fries .*Starter .*Soup .*without Herbs : Chives .*bread/,
      );
      expect(textOf(html)).not.toContain('Bread :');
      expect(html).toContain('<s><bdi>Herbs</bdi>: <bdi>Chives</bdi></s>');
    });

    test.each([
      ['10.00 EUR', '0.00 EUR', 'Paid'],
      ['10.00 EUR', '-2.00 EUR', 'Paid'],
      ['10.00 EUR', '4.00 EUR', '€4.00 to collect'],
      ['0.00 EUR', '0.00 EUR', 'Nothing to pay'],
      ['-5.00 EUR', '-5.00 EUR', 'Nothing to pay'],
      ['0.00 EUR', '3.00 EUR', '€3.00 to collect'],
    ])('of a total of %s with %s due it says: %s', async (total, due, said) => {
      const money = { total, due, charges: [], discounts: [], payments: [] };
      const { browser, path } = await aShop(aBoardOrder({ money }));
      const text = textOf((await browser.open(path)).html);
      const others = ['Paid', 'to collect', 'Nothing to pay'].filter((other) => !said.endsWith(other));
      expect(text).toContain(said);
      expect(others.filter((other) => text.includes(other))).toEqual([]);
    });

    test('escapes what customers write', async () => {
      const { browser, path } = await aShop(
        aBoardOrder({ customer_notes: '<img src=x>', ref: '<b>', channel: '"><i>' }),
      );
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

    test('offers the wished time of an order until it has passed', async () => {
      const [past, ahead] = ['2026-07-01T19:30:00+02:00', '2096-07-01T19:30:00+02:00'];
      const { browser, path } = await aShop(
        aBoardOrder({ expected_time: past }),
        aBoardOrder({ expected_time: ahead }),
        aBoardOrder({ expected_time: ahead, expected_time_pickup: past }),
      );
      const { html } = await browser.open(path);
      const offered = [...html.matchAll(/name="time" value="([^"]+)" data-until="([^"]+)"/g)];
      expect(offered.map(([, time, until]) => [time, until])).toEqual([[ahead, ahead]]);
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
        { time: '2096-07-01T19:30:00+02:00' },
        'received',
        'new,received',
        { status: 'accepted', confirmed_time: '2096-07-01T19:30:00+02:00' },
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
      ['accept', { time: '2026-07-01T19:30:00+02:00' }, 'has passed: choose another time'],
      ['delay', { time: '2026-07-01T19:30:00+02:00' }, 'has passed: choose another time'],
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
});

/** The stream of an order board (docs/api/back-office.md#order-board). */
describe('the stream of a board', () => {
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
});

/** How often boards are asked for, with whose user token, and what their viewers get. */
describe('watched boards', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick'] });
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  const renewed = () => Promise.resolve('renewed');

  /** Whether a stream has been closed since. */
  function isClosedLater(stream: Readable): () => boolean {
    let isClosed = false;
    stream.once('close', () => (isClosed = true));
    return () => isClosed;
  }

  /** Collects what a viewer gets. */
  function listenTo(stream: Readable) {
    const heard = { text: '' };
    stream.setEncoding('utf8').on('data', (text: string) => (heard.text += text));
    return heard;
  }

  const eventsIn = ({ text }: { text: string }, name: string) => text.split(`event: ${name}\n`).length - 1;

  type Viewer = {
    location_id?: string;
    user?: string;
    tab?: string | null;
    isKitchen?: boolean;
    language?: 'en' | 'fr';
  };

  function openWatch() {
    /** Marks by location; null while orders does not answer. */
    const marks = new Map<string, string | null>();
    const asked = { marks: 0, boards: [] as string[], tokens: [] as string[] };
    const state = { content: (location: string) => `board of ${location}`, isFailing: false };
    /** Roles by session; an owner where there is none. Auth does not answer while `isDown`. */
    const roles = { of: new Map<string, Role | null>(), isDown: false, asked: 0 };
    const listRoles = ({ visits }: { visits: { id_digest: string }[] }) => {
      roles.asked += 1;
      if (roles.isDown) throw new Error('no answer');
      return { roles: visits.map(({ id_digest }) => (roles.of.has(id_digest) ? roles.of.get(id_digest) : 'owner')) };
    };
    const ask = async (call: unknown, { body }: { body: any }) =>
      call === listSessionRoles ? listRoles(body) : listMarks(body);
    const listMarks = (body: { boards: { location_id: string }[] }) => {
      asked.marks += 1;
      const found = body.boards.map(({ location_id }) => marks.get(location_id) ?? null);
      if (found.includes(null)) throw new Error('no answer');
      return { marks: found };
    };
    const askFor = async (_call: unknown, { user_token }: OnBehalf) => {
      asked.tokens.push(user_token);
      if (state.isFailing) throw new Error('no answer');
      return { orders: [], has_more: false };
    };
    const { watch, streams } = openBoardWatch({
      ask: ask as unknown as Ask,
      askFor: askFor as AskFor,
      render(_board, { location_id, language, isKitchen }) {
        asked.boards.push(location_id);
        return `${state.content(location_id)} ${language}${isKitchen ? ' kitchen' : ''}`;
      },
      log: silentLog,
      signal: new AbortController().signal,
      perUser: 2,
    });
    const open = (user_token: string, renewToken: RenewToken = renewed, viewer: Viewer = {}) => {
      const { location_id = 'l1', user = 'user', tab = null, isKitchen = false, language = 'en' } = viewer;
      const place = { account_id: 'a1', location_id, timezone: 'UTC', isKitchen, language };
      const session = { user: { id: user }, id_digest: user, role: 'owner' as const, tab };
      return watch({ ...place, ...session, user_token, requestId: 'request', address: null }, renewToken);
    };
    const view = (...viewer: Parameters<typeof open>) => open(...viewer).resume();
    marks.set('l1', '1');
    return { open, view, marks, asked, state, roles, streams };
  }

  describe('what is asked', () => {
    test('one query for all boards; only a board whose mark has changed is read, and rendered once for its viewers', async () => {
      const { open, marks, asked } = openWatch();
      marks.set('l2', '1');
      const heard = [
        ...['u1', 'u2', 'u3'].map((user) => listenTo(open(user, renewed, { user }))),
        listenTo(open('u4', renewed, { user: 'u4', location_id: 'l2' })),
      ];
      await jest.advanceTimersByTimeAsync(7_100);
      expect(asked.marks).toBeLessThan(13);
      expect([...asked.boards].sort()).toEqual(['l1', 'l2']);
      marks.set('l2', '2');
      await jest.advanceTimersByTimeAsync(1_000);
      expect([...asked.boards].sort()).toEqual(['l1', 'l2', 'l2']);
      expect(asked.tokens).toHaveLength(3);
      expect(heard.map((one) => eventsIn(one, 'content'))).toEqual([1, 1, 1, 1]);
    });

    test('a change is sent within a second', async () => {
      const { open, marks, state } = openWatch();
      const heard = listenTo(open('token'));
      await jest.advanceTimersByTimeAsync(1_000);
      state.content = () => 'one more order';
      marks.set('l1', '2');
      await jest.advanceTimersByTimeAsync(1_000);
      expect(heard.text).toContain('data: one more order en\n');
    });

    test('nothing once nobody looks any more', async () => {
      const { view, asked, streams } = openWatch();
      const stream = view('token');
      await jest.advanceTimersByTimeAsync(2_000);
      stream.destroy();
      await jest.advanceTimersByTimeAsync(1_000);
      const { marks } = asked;
      await jest.advanceTimersByTimeAsync(10_000);
      expect([asked.marks, streams()]).toEqual([marks, 0]);
      view('again');
      await jest.advanceTimersByTimeAsync(1_000);
      expect(asked.marks).toBeGreaterThan(marks);
    });
  });

  describe('who sees what', () => {
    test('the kitchen has a board of its own, and each language its own text', async () => {
      const { open, asked } = openWatch();
      const owner = listenTo(open('owner', renewed, { user: 'owner' }));
      const french = listenTo(open('french', renewed, { user: 'french', language: 'fr' }));
      const kitchen = listenTo(open('kitchen', renewed, { user: 'kitchen', isKitchen: true }));
      await jest.advanceTimersByTimeAsync(1_000);
      expect([owner.text, french.text, kitchen.text].map((text) => /data: (board.*)/.exec(text)?.[1])).toEqual([
        'board of l1 en',
        'board of l1 fr',
        'board of l1 en kitchen',
      ]);
      expect(asked.tokens.filter((token) => token === 'kitchen')).toHaveLength(1);
    });

    test('who joins later gets at once what the others have', async () => {
      const { open, asked } = openWatch();
      listenTo(open('first', renewed, { user: 'first' }));
      await jest.advanceTimersByTimeAsync(1_000);
      const heard = listenTo(open('second', renewed, { user: 'second' }));
      await jest.advanceTimersByTimeAsync(1);
      expect(heard.text).toContain('board of l1 en');
      expect(asked.tokens).toHaveLength(1);
    });
  });

  test('viewers hear every few seconds that the stream is alive while nothing happens', async () => {
    const { open } = openWatch();
    const heard = listenTo(open('token'));
    await jest.advanceTimersByTimeAsync(11_000);
    expect([eventsIn(heard, 'content'), eventsIn(heard, 'alive')]).toEqual([1, 2]);
  });

  describe('while something fails', () => {
    test('orders does not answer: viewers are told once, and get the board again afterwards', async () => {
      const { open, marks } = openWatch();
      const heard = listenTo(open('token'));
      await jest.advanceTimersByTimeAsync(1_000);
      marks.delete('l1');
      await jest.advanceTimersByTimeAsync(4_000);
      expect([eventsIn(heard, 'content'), eventsIn(heard, 'unavailable')]).toEqual([1, 1]);
      marks.set('l1', '1');
      await jest.advanceTimersByTimeAsync(1_000);
      expect(eventsIn(heard, 'content')).toBe(2);
    });

    test('a board that cannot be read is tried again', async () => {
      const { open, state } = openWatch();
      state.isFailing = true;
      const heard = listenTo(open('token'));
      await jest.advanceTimersByTimeAsync(2_000);
      state.isFailing = false;
      await jest.advanceTimersByTimeAsync(1_000);
      expect([eventsIn(heard, 'unavailable'), eventsIn(heard, 'content')]).toEqual([1, 1]);
    });

    test('a board that cannot be rendered harms no other, and comes back with its next change', async () => {
      const { open, marks, state, asked } = openWatch();
      marks.set('l2', '1');
      state.content = (location) => {
        if (location === 'l1') throw new Error('cannot be rendered');
        return 'fine';
      };
      const broken = listenTo(open('one', renewed, { user: 'one' }));
      const fine = listenTo(open('two', renewed, { user: 'two', location_id: 'l2' }));
      await jest.advanceTimersByTimeAsync(5_000);
      expect([eventsIn(broken, 'unavailable'), eventsIn(fine, 'content')]).toEqual([1, 1]);
      expect(asked.boards.filter((location) => location === 'l1')).toHaveLength(1);
      state.content = () => 'mended';
      marks.set('l1', '2');
      await jest.advanceTimersByTimeAsync(1_000);
      expect(broken.text).toContain('mended');
    });
  });

  describe('user tokens', () => {
    test('that of whoever joined last is used, and renewed before it ends', async () => {
      const { view, asked, marks } = openWatch();
      const change = async (mark: string) => {
        marks.set('l1', mark);
        await jest.advanceTimersByTimeAsync(1_000);
      };
      view('of the first', renewed, { user: 'first' });
      await change('2');
      view('of the second', renewed, { user: 'second' });
      await change('3');
      await jest.advanceTimersByTimeAsync(60_000);
      expect(asked.tokens).not.toContain('renewed');
      await change('4');
      expect([...new Set(asked.tokens)]).toEqual(['of the first', 'of the second', 'renewed']);
    });

    test('another viewer renews it when the session of whoever joined last is over', async () => {
      const { view, asked, marks } = openWatch();
      view('of the first', renewed, { user: 'first' });
      view('of the second', () => Promise.resolve(undefined), { user: 'second' });
      await jest.advanceTimersByTimeAsync(60_000);
      marks.set('l1', '2');
      await jest.advanceTimersByTimeAsync(1_000);
      expect(asked.tokens.at(-1)).toBe('renewed');
    });

    test('the last one is used while auth does not answer', async () => {
      const { view, asked, marks } = openWatch();
      view('token', () => Promise.reject(new Error('no answer')));
      await jest.advanceTimersByTimeAsync(60_000);
      marks.set('l1', '2');
      await jest.advanceTimersByTimeAsync(1_000);
      expect(asked.tokens).toEqual(['token', 'token']);
    });

    test('a stream that is closed unread, as after HEAD, asks nothing and takes the place of no other', async () => {
      const { open, view, asked } = openWatch();
      const closed = [view('first'), view('second')].map(isClosedLater);
      open('of the HEAD').destroy();
      await jest.advanceTimersByTimeAsync(30_000);
      expect(asked.tokens).not.toContain('of the HEAD');
      expect(closed.map((isClosed) => isClosed())).toEqual([false, false]);
    });
  });

  describe('who may still look', () => {
    test('one question a second for all viewers; those whose session is over or whose role changed leave', async () => {
      const { view, roles, streams } = openWatch();
      const closed = ['stays', 'gone', 'demoted'].map((user) => isClosedLater(view(user, renewed, { user })));
      await jest.advanceTimersByTimeAsync(3_000);
      const { asked } = roles;
      roles.of.set('gone', null).set('demoted', 'manager');
      await jest.advanceTimersByTimeAsync(2_000);
      expect(closed.map((isClosed) => isClosed())).toEqual([false, true, true]);
      expect([roles.asked - asked <= 3, streams()]).toEqual([true, 1]);
    });

    test('whoever may look no longer gets nothing of a change, however soon it comes', async () => {
      const { open, marks, state, roles } = openWatch();
      const [stays, demoted] = ['stays', 'demoted'].map((user) => listenTo(open(user, renewed, { user })));
      await jest.advanceTimersByTimeAsync(1_000);
      expect([stays!.text, demoted!.text]).toEqual([
        expect.stringContaining('board of l1'),
        expect.stringContaining('board of l1'),
      ]);
      for (let round = 0; round < 10; round += 1) {
        roles.of.set('demoted', 'manager');
        state.content = () => `after the demotion ${round}`;
        marks.set('l1', `after ${round}`);
        await jest.advanceTimersByTimeAsync(800);
        expect([stays!.text.includes(`demotion ${round}`), demoted!.text.includes('demotion')]).toEqual([true, false]);
      }
    });

    test('everybody stays while auth does not answer, for five minutes at most', async () => {
      const { view, roles } = openWatch();
      roles.isDown = true;
      const isClosed = isClosedLater(view('token'));
      await jest.advanceTimersByTimeAsync(299_000);
      expect(isClosed()).toBe(false);
      await jest.advanceTimersByTimeAsync(2_000);
      expect(isClosed()).toBe(true);
    });
  });

  describe('the streams of a user', () => {
    test('one too many ends the oldest, and tells it to pause; other users keep theirs', async () => {
      const { open, view } = openWatch();
      const oldest = open('first');
      const heard = listenTo(oldest);
      await jest.advanceTimersByTimeAsync(100);
      const others = [view('second'), view('of another', renewed, { user: 'other' })];
      const closed = others.map(isClosedLater);
      await jest.advanceTimersByTimeAsync(100);
      expect(heard.text).not.toContain('paused');
      view('third');
      await jest.advanceTimersByTimeAsync(100);
      expect(heard.text).toMatch(/event: paused\ndata: \n\n$/);
      expect([oldest.readableEnded, ...closed.map((isClosed) => isClosed())]).toEqual([true, false, false]);
    });

    test('a tab that connects again takes its own place, and no other', async () => {
      const { open, view } = openWatch();
      const lost = listenTo(open('tab', renewed, { tab: 'a' }));
      const other = isClosedLater(view('other', renewed, { tab: 'b' }));
      await jest.advanceTimersByTimeAsync(100);
      view('tab again', renewed, { tab: 'a' });
      await jest.advanceTimersByTimeAsync(100);
      expect(lost.text).not.toContain('paused');
      expect(other()).toBe(false);
    });
  });
});

describe('the columns of a board', () => {
  const order = (id: string, status: string, times: Partial<BoardOrder> = {}) =>
    ({
      ...{ id, status, created_at: '2026-07-01T18:00:00Z', expected_time: null, expected_time_pickup: null },
      ...{ confirmed_time: null, ...times },
    }) as BoardOrder;

  test('what is due first comes first; of what is gone, the newest', () => {
    const columns = columnsOf([
      order('c', 'new', { expected_time: '2026-07-01T20:00:00Z' }),
      order('b', 'received'),
      order('a', 'accepted', { confirmed_time: '2026-07-01T19:00:00Z', expected_time: '2026-07-01T17:00:00Z' }),
      order('d', 'in_preparation', { expected_time_pickup: '2026-07-01T18:30:00Z' }),
      order('e', 'completed'),
      order('f', 'cancelled'),
      order('g', 'a status of a later release'),
    ]);
    const ids = Object.fromEntries(Object.entries(columns).map(([name, orders]) => [name, orders.map(({ id }) => id)]));
    expect(ids).toEqual({ new: ['b', 'c'], kitchen: ['d', 'a'], ready: [], gone: ['g', 'f', 'e'] });
  });

  test('every action of an order is one that its status allows', () => {
    for (const status of ['new', 'received', 'accepted', 'in_preparation', 'awaiting_shipment', 'in_delivery']) {
      for (const action of actionsOf({ status })) expect(expectedStatuses(action).split(',')).toContain(status);
    }
  });

  test.each([
    ['delivery', 'awaiting_shipment'],
    ['collection', 'awaiting_collection'],
    ['eat_in', 'awaiting_collection'],
    [null, 'awaiting_collection'],
  ])('%s that is ready', (service_type, status) => {
    expect(statusAfter('ready', service_type)).toBe(status);
  });

  test.each([
    [{ collection_code: '42', ref: 'WEB-1' }, '42'],
    [{ collection_code: null, ref: 'WEB-1' }, 'WEB-1'],
    [{ collection_code: '', ref: null }, '#1NNK'],
  ])('people call an order %j %s', (given, number) => {
    expect(orderNumber({ id: '0mwxoin25048bx8c1nnk', ...given })).toBe(number);
  });
});
