import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { unmarkedTexts } from '@order-hub/testing/unmarked-texts';
import { type Browser, logInAs, openBrowser } from '../../auth/test/browser.ts';
import { aStaffedLocation } from '../../auth/test/members.ts';
import { type AnsweringService, type Answers, startAnsweringService } from './answering-service.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';
import { aFoundOrder, anApiOrder, anOrderRow } from './order-builders.ts';

/** The pages of orders: search, one order, and the file (docs/api/back-office.md#orders). */
describe('orders', () => {
  let orders: AnsweringService;

  let events: AnsweringService;

  let hub: TestBackOffice;

  let staff: Awaited<ReturnType<typeof aStaffedLocation>>;

  const answers: Answers = {};

  beforeAll(async () => {
    orders = await startAnsweringService(answers);
    events = await startAnsweringService(answers);
    hub = await startTestBackOffice({ env: { ORDERS_URL: orders.url, EVENTS_URL: events.url } });
    staff = await aStaffedLocation(hub);
  });

  afterAll(async () => {
    await hub.close();
    await orders.close();
    await events.close();
  });

  beforeEach(() => {
    for (const route of Object.keys(answers)) Reflect.deleteProperty(answers, route);
    orders.asked.length = 0;
  });

  const pathOf = (page: string) => `/back-office/locations/${staff.location.id}/orders/${page}`;

  const finds = (found: object[], end: object = {}) => {
    answers['POST /internal/order-search'] = () => ({ orders: found, next: null, searched_to: null, ...end });
  };

  describe('the search', () => {
    test('shows the newest orders before anything is searched for', async () => {
      const order = aFoundOrder();
      finds([order], { next: order.id });
      const { status, html } = await staff.owner.browser.open(pathOf('search'));
      expect(status).toBe(200);
      expect(orders.asked.at(-1)?.body).toEqual({});
      expect(orders.asked.at(-1)?.place).toMatchObject({
        location_id: staff.location.id,
        account_id: staff.account.id,
      });
      for (const text of [
        `href="${pathOf(order.id)}"`,
        '<bdi>WEB-1</bdi>',
        '<bdi>Ada &lt;b>Lovelace</bdi>',
        '€24.50',
        'Delivery',
        'Accepted',
        '1 Jul 2026, 12:45',
        `href="${pathOf(`search?before=${order.id}`)}"`,
        'Older orders',
        'Download as CSV',
      ])
        expect(html).toContain(text);
    });

    test('takes what people know in a form, and says nothing of it in any address', async () => {
      finds([]);
      const { browser } = staff.owner;
      const given = {
        number: ' 12 ',
        name: 'Lovelace',
        phone: '06 12 34 56 78',
        status: 'rejected',
        channel: '',
        from: '2026-07-01',
        to: '',
      };
      const sent = await browser.send(await browser.open(pathOf('search')), given);
      expect(sent.url).toMatch(/\/orders\/search\?search=[\w.-]+$/);
      for (const part of sent.url.split(/[.=]/)) {
        expect(Buffer.from(part, 'base64url').toString()).not.toMatch(/Lovelace|34 56/);
      }
      const page = await browser.open(sent.url);
      expect(orders.asked.at(-1)?.body).toEqual({
        number: '12',
        name: 'Lovelace',
        phone: '06 12 34 56 78',
        status: 'rejected',
        from: '2026-07-01',
      });
      expect(page.html).toContain('No order matches.');
      expect(page.html).toContain('value="Lovelace"');
      expect(page.html).toMatch(/<option value="rejected" selected/);
      expect(page.html).not.toContain('Download as CSV');
    });

    test('goes on where it ended, with the same words', async () => {
      const { browser } = staff.owner;
      finds([], { next: 'the-last', searched_to: '2026-06-01T10:00:00+02:00' });
      const { html } = await browser.send(await browser.open(pathOf('search')), { number: 'X1' });
      expect(html).toContain('Looked through the orders back to <time datetime="2026-06-01T10:00:00+02:00">');
      const [, next = ''] = /href="([^"]+)"[^>]*>Search further back/.exec(html) ?? [];
      await browser.open(next.replaceAll('&amp;', '&'));
      expect(orders.asked.at(-1)?.body).toEqual({ number: 'X1', before: 'the-last' });
    });

    test("is nobody else's, and of no other location", async () => {
      const { owner, manager } = staff;
      finds([]);
      const { url } = await owner.browser.send(await owner.browser.open(pathOf('search')), { name: 'Lovelace' });
      const elsewhere = url.replace(staff.location.id, staff.elsewhere.id);
      const attempts: [Browser, string][] = [
        [manager.browser, url],
        [owner.browser, elsewhere],
        [owner.browser, `${url}x`],
        [owner.browser, pathOf('search?search=none')],
      ];
      for (const [browser, path] of attempts) {
        const { status, html } = await browser.open(path);
        expect(status).toBe(200);
        expect(orders.asked.at(-1)?.body).toEqual({});
        expect(html).toContain('This search cannot be opened any more.');
        expect(html).not.toContain('Lovelace');
      }
    });

    test('shows the form again with its faults', async () => {
      const { browser } = staff.owner;
      finds([]);
      const page = await browser.send(await browser.open(pathOf('search')), { phone: '12', from: '2026-02-30' });
      expect(page.status).toBe(422);
      expect(page.html).toContain('at least 3 digits');
      expect(page.html).toContain('value="2026-02-30"');
    });

    test('has neither money nor customers in the kitchen', async () => {
      const { browser } = staff.kitchen;
      finds([aFoundOrder({ total: null, customer_name: null, phone: null })]);
      const { html } = await browser.open(pathOf('search'));
      expect(html).toContain('WEB-1');
      expect(html).not.toMatch(/Total|Phone|Customer|€|Download/);
      const sent = await browser.send(await browser.open(pathOf('search')), {
        number: '7',
        name: 'Ada',
        phone: '336123',
      });
      await browser.open(sent.url);
      expect(orders.asked.at(-1)?.body).toEqual({ number: '7' });
    });

    test('is found by those who work there, and by nobody else', async () => {
      finds([]);
      const { manager, otherManager, stranger } = staff;
      expect((await manager.browser.open(pathOf('search'))).status).toBe(200);
      for (const { browser } of [otherManager, stranger])
        expect((await browser.open(pathOf('search'))).status).toBe(404);
    });
  });

  type AnOrder = ReturnType<typeof anApiOrder>;

  const shows = (order: AnOrder) => {
    answers[`GET /locations/${staff.location.id}/orders/${order.id}`] = () => order;
    answers[`GET /internal/order-history/${order.id}`] = () => ({ entries: [] });
    answers[`GET /internal/order-attempts/${order.id}`] = () => ({ attempts: [] });
    return order;
  };

  const aDeliveryOf = (id: string) => ({
    ...{ id, order_id: 'o', location_id: 'l', carrier: 'Bolt', carrier_ref: null, ref: null, status: 'pickup_enroute' },
    ...{ fee: '3', estimated_pickup_at: null, estimated_dropoff_at: null, tracking_url: 'javascript:alert(1)' },
    ...{ driver_pickup_url: null, driver_name: 'Max', driver_phone: '+4912345', driver_phone_access_code: null },
    ...{ assigned_at: null, pickup_at: null, delivered_at: null, cancelled_at: null },
  });

  describe('the page of an order', () => {
    test('says what it is', async () => {
      const order = shows(anApiOrder());
      const { status, html } = await staff.owner.browser.open(pathOf(order.id));
      expect(status).toBe(200);
      for (const text of [
        'Order <bdi>WEB-1</bdi>',
        '2 ×',
        'Margherita',
        'Large',
        'Part of <bdi>Two for one</bdi>',
        '2 × <bdi>Extra</bdi>: <bdi>Olives</bdi> <span class="price">(+€1.00)</span>',
        'without <s><bdi>Ingredients</bdi>: <bdi>Basil</bdi></s> <span class="price">(-€0.50)</span>',
        'Well done',
        '€21.60',
        'Discount: <bdi>Welcome</bdi>',
        '-€2.00',
        'Delivery fee',
        'Paid: <bdi>Card</bdi>',
        '€2.60',
        'href="tel:+33612 34"'.replace(' ', ''),
        '(code 42)',
        'Third floor',
        'Ring &lt;twice>',
        'SUMMER',
        'href="https://www.openstreetmap.org/search?query=1%20rue%20des%20Nombres%2C%2075001%20Paris%2C%20France"',
      ])
        expect(html).toContain(text);
    });

    test('groups its items by course, and says "to collect" only of what is owed', async () => {
      const [item] = anApiOrder().items;
      const items = ['Main', 'Starter', 'Main', null].map((subset, at) => ({
        ...{ ...item, subset, product_name: `Dish ${at}`, options: [] },
      }));
      const order = shows(anApiOrder({ items, total: '-1.00 EUR', payments: [] }));
      const { html } = await staff.owner.browser.open(pathOf(order.id));
      expect(html).toMatch(/Dish 3.*<bdi>Main<.*Dish 0.*Dish 2.*<bdi>Starter<.*Dish 1/s);
      expect(html).toContain('There is nothing to pay.');
      expect(html).not.toMatch(/To collect|Nothing has been paid/);
    });

    test('leads to the board and to the receipt, in the kitchen too', async () => {
      const order = shows(anApiOrder());
      for (const { browser } of [staff.owner, staff.kitchen]) {
        const { html } = await browser.open(pathOf(order.id));
        expect(html).toContain(`href="${pathOf('').replace(/\/$/, '')}"`);
        expect(html).toContain(`href="${pathOf(order.id)}/receipt"`);
      }
    });

    test('asks for the order once, and for the pushes of its delivery too', async () => {
      const [order, delivered] = [shows(anApiOrder()), shows(anApiOrder({ delivery: aDeliveryOf('d7') }))];
      const deliveryAsked = async ({ id }: AnOrder) => {
        await staff.owner.browser.open(pathOf(id));
        const asked = events.asked.find(({ route }) => route === `GET /internal/order-attempts/${id}`);
        return asked?.query.get('delivery_id');
      };
      expect([await deliveryAsked(order), await deliveryAsked(delivered)]).toEqual([null, 'd7']);
      expect(orders.asked.map(({ route }) => route)).toEqual(
        [order, delivered].map(({ id }) => `GET /locations/${staff.location.id}/orders/${id}`),
      );
    });

    test('has neither money nor contact data in the kitchen', async () => {
      const order = shows(anApiOrder({ delivery: aDeliveryOf('d') }));
      const { html } = await staff.kitchen.browser.open(pathOf(order.id));
      for (const text of [
        'Margherita',
        'without <s><bdi>Ingredients</bdi>: <bdi>Basil</bdi></s>',
        'Well done',
        'Bolt',
        'Max',
      ])
        expect(html).toContain(text);
      expect(html).toContain('<bdi>Ada</bdi>');
      expect(html).not.toMatch(/€|Lovelace|33 6|Nombres|4912345|Card|Welcome|openstreetmap|javascript/);
      expect(events.asked.some(({ route }) => route === `GET /internal/order-attempts/${order.id}`)).toBe(false);
      const manager = await staff.manager.browser.open(pathOf(order.id));
      expect(manager.html).toContain('+4912345');
      expect(manager.html).toContain('Lovelace');
      expect(manager.html).not.toContain('javascript');
    });

    test('tells what became of it, and what each app answered', async () => {
      const order = shows(anApiOrder());
      const entry = {
        client_id: 'unknown',
        client_name: null,
        user_id: null,
        from_status: null,
        to_status: 'new',
        fields: [],
      };
      answers[`GET /internal/order-history/${order.id}`] = () => ({
        entries: [
          { ...entry, id: 'a', at: '2026-07-01T10:00:00.100Z', client_name: 'Website' },
          {
            ...entry,
            id: 'b',
            at: '2026-07-01T10:01:00.000Z',
            client_id: 'back-office',
            user_id: staff.kitchen.id,
            from_status: 'new',
            to_status: 'accepted',
            fields: ['confirmed_time', 'custom_fields'],
          },
          {
            ...entry,
            id: 'c',
            at: '2026-07-01T10:02:00.000Z',
            from_status: 'accepted',
            to_status: 'accepted',
            fields: ['items', 'total'],
          },
          {
            ...entry,
            id: 'd',
            at: '2026-07-01T10:03:00.000Z',
            client_id: null,
            from_status: 'accepted',
            to_status: 'cancelled',
          },
        ],
      });
      const attempt = {
        event_id: 'e',
        resource_type: 'order',
        event_type: 'create',
        ended_at: '2026-07-01T10:00:00Z',
        attempt: 1,
        fault: null,
        retry_at: null,
        connection_id: 'k',
      };
      const attempts = [
        { ...attempt, id: newId(new Date('2026-07-01T10:00:00.200Z')), state: 'acknowledged', status: 204 },
        { ...attempt, id: newId(new Date('2026-07-01T10:00:00.300Z')), state: 'refused', status: 401 },
        {
          ...attempt,
          id: newId(new Date('2026-07-01T10:00:00.400Z')),
          state: 'retrying',
          status: null,
          fault: 'timeout',
          retry_at: '2026-07-01T10:10:00Z',
        },
        { ...attempt, id: newId(new Date('2026-07-01T10:00:00.500Z')), state: 'given_up', status: 503 },
        {
          ...{ ...attempt, id: newId(new Date('2026-07-01T10:04:00.000Z')), state: 'acknowledged', status: 200 },
          resource_type: 'delivery',
        },
      ];
      answers[`GET /internal/order-attempts/${order.id}`] = () => ({ attempts: [...attempts].reverse() });
      const { html } = await staff.owner.browser.open(pathOf(order.id));
      const timeline = html.slice(html.indexOf('<ol class="timeline">'));
      const texts = [...timeline.matchAll(/<p>(.*?)<\/p>/g)].map(([, text = '']) =>
        text
          .replace(/<a .*/, '')
          .replace(/<[^>]+>/g, '')
          .trim(),
      );
      expect(texts.slice(0, 9)).toEqual([
        'Website placed the order: New',
        'An app was told, and answered 204.',
        'An app was told, and refused it: 401.',
        'An app could not be told: timeout. Next attempt: 1 Jul 2026, 12:10.',
        'An app could not be told: 503. There will be no further attempt.',
        'Ada Lovelace set the order to Accepted and changed Confirmed time and other details',
        'An app changed Items and Total',
        'The hub set the order to Cancelled',
        'An app was told about the delivery, and answered 200.',
      ]);
      expect(timeline).toContain('/back-office/connections/k/deliveries/');
      expect((await staff.manager.browser.open(pathOf(order.id))).html).not.toContain('/back-office/connections/');
    });

    test('is shown without what is unavailable', async () => {
      const order = shows(anApiOrder());
      Reflect.deleteProperty(answers, `GET /internal/order-history/${order.id}`);
      const { status, html } = await staff.owner.browser.open(pathOf(order.id));
      expect(status).toBe(200);
      expect(html).toContain('A part of the timeline cannot be shown at the moment.');
    });

    test('of an anonymised customer, and of an order with nothing in it', async () => {
      const nothing = Object.fromEntries(Object.keys(anApiOrder().customer).map((name) => [name, null]));
      const order = shows(
        anApiOrder({
          ...{ items: [], payments: [], discounts: [], charges: [], deals: {}, ref: null, service_type: null },
          customer: { ...nothing, anonymised: true },
        }),
      );
      const { html } = await staff.owner.browser.open(pathOf(order.id));
      for (const text of [
        'customer’s data has been erased',
        'no items',
        'Nothing has been paid yet',
        `#${order.id.slice(-4).toUpperCase()}`,
      ])
        expect(html).toContain(text);
    });

    test.each(['en-XA', 'fr', 'de', 'es', 'it'])('in %s', async (language) => {
      const order = shows(anApiOrder());
      finds([aFoundOrder()]);
      const browser = openBrowser(hub, { 'accept-language': language });
      const { email, password } = staff.owner.given;
      await browser.send(await browser.open('/back-office/log-in'), { email, password });
      for (const page of [order.id, 'search']) {
        const { html } = await browser.open(pathOf(page));
        expect(html).toContain(`<html lang="${language}"`);
        if (language !== 'en-XA') continue;
        const data = [
          ...[
            'Margherita',
            'Large',
            'Two for one',
            'Olives',
            'Basil',
            'Well done',
            'Welcome',
            'Delivery fee',
            'Card',
            'Web shop',
            'SUMMER',
          ],
          ...[
            'Ada',
            'Lovelace',
            '1 rue',
            '75001',
            '+33',
            'ada@example.com',
            'Third floor',
            'Ring',
            'WEB-1',
            'Chez',
            'Rue du Bac',
            order.id,
          ],
        ];
        const unmarked = unmarkedTexts(html, data).filter((text) => !data.some((known) => text.includes(known)));
        expect(unmarked.filter((text) => !/^[\d\s×#]+$/.test(text))).toEqual([]);
      }
    });

    test("another location's order, and one that does not exist, is 404", async () => {
      const order = shows(anApiOrder());
      for (const { browser } of [staff.otherManager, staff.stranger])
        expect((await browser.open(pathOf(order.id))).status).toBe(404);
      expect((await staff.owner.browser.open(pathOf(order.id).replace(staff.location.id, newId()))).status).toBe(404);
    });
  });
});

/** The file of orders (docs/api/back-office.md#export-of-orders). */
describe('the file of orders', () => {
  let orders: AnsweringService;

  let events: AnsweringService;

  let hub: TestBackOffice;

  let staff: Awaited<ReturnType<typeof aStaffedLocation>>;

  const answers: Answers = {};

  beforeAll(async () => {
    orders = await startAnsweringService(answers);
    events = await startAnsweringService(answers);
    hub = await startTestBackOffice({ env: { ORDERS_URL: orders.url, EVENTS_URL: events.url } });
    staff = await aStaffedLocation(hub);
  });

  afterAll(async () => {
    await hub.close();
    await orders.close();
    await events.close();
  });

  beforeEach(() => {
    for (const route of Object.keys(answers)) Reflect.deleteProperty(answers, route);
    orders.asked.length = 0;
  });

  const pathOf = (page: string) => `/back-office/locations/${staff.location.id}/orders/${page}`;

  /** Reads what is answered as it comes. */
  const read = ({ cookies }: Browser, path: string) =>
    new Promise<{ status: number; headers: Record<string, unknown>; text: string; isComplete: boolean }>((resolve) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      request(hub.urlOf(path), { headers: { cookie } }, (res) => {
        const parts: Buffer[] = [];
        res.on('data', (part: Buffer) => parts.push(part));
        res.on('error', () => undefined);
        res.on('close', () =>
          resolve({
            status: res.statusCode ?? 0,
            headers: res.headers,
            text: Buffer.concat(parts).toString(),
            isComplete: res.complete,
          }),
        );
      }).end();
    });

  test('the file has a line for each order, and no formulas', async () => {
    answers['POST /internal/order-export'] = ({ body }) =>
      body.before === undefined
        ? { orders: [anOrderRow()], next: 'o1', searched_to: null }
        : { orders: [anOrderRow({ id: 'o2', ref: 'plain', total: '12.00' })], next: null, searched_to: null };
    const { status, headers, text, isComplete } = await read(staff.manager.browser, pathOf('export'));
    expect([status, isComplete]).toEqual([200, true]);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': expect.stringMatching(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/),
      'cache-control': 'no-store',
    });
    expect(text).toBe(
      [
        '\uFEFFid,ref,collection_code,created_at,status,channel,created_by,service_type,expected_time,confirmed_time,items,total,paid,currency,customer_name,email,phone,address,postal_code,city',
        `o1,'=1+1,,2026-07-01T12:00:00+02:00,completed,'@shop,Website,,,,2,-1.50,0,EUR,"Ada ""A"", L",'-a@example.com,'+336,"1\r\n2",01000,'\tParis`,
        `o2,plain,,2026-07-01T12:00:00+02:00,completed,'@shop,Website,,,,2,12.00,0,EUR,"Ada ""A"", L",'-a@example.com,'+336,"1\r\n2",01000,'\tParis`,
        '',
      ].join('\r\n'),
    );
  });

  test('it has the orders that were searched for', async () => {
    const { browser } = staff.owner;
    answers['POST /internal/order-search'] = () => ({ orders: [aFoundOrder()], next: null, searched_to: null });
    answers['POST /internal/order-export'] = () => ({ orders: [], next: null, searched_to: null });
    const { html } = await browser.send(await browser.open(pathOf('search')), { name: 'Lovelace' });
    const [, path = ''] = /href="([^"]+)"[^>]*download/.exec(html) ?? [];
    expect((await read(browser, path)).status).toBe(200);
    expect(orders.asked.at(-1)?.body).toEqual({ name: 'Lovelace' });
    expect((await read(browser, `${path}x`)).status).toBe(404);
  });

  test('it is for owners and managers', async () => {
    answers['POST /internal/order-export'] = () => ({ orders: [anOrderRow()], next: null, searched_to: null });
    expect((await read(staff.kitchen.browser, pathOf('export'))).status).toBe(403);
    for (const { browser } of [staff.otherManager, staff.stranger])
      expect((await read(browser, pathOf('export'))).status).toBe(404);
  });

  test('it is a page with an error when orders cannot be asked at first', async () => {
    const { status, headers } = await read(staff.owner.browser, pathOf('export'));
    expect(status).toBe(503);
    expect(headers['content-type']).toContain('text/html');
  }, 20_000);

  test('it ends in the middle when orders cannot be asked later', async () => {
    answers['POST /internal/order-export'] = ({ body }) =>
      body.before === undefined ? { orders: [anOrderRow()], next: 'o1', searched_to: null } : undefined;
    const { status, text, isComplete } = await read(staff.owner.browser, pathOf('export'));
    expect([status, isComplete]).toEqual([200, false]);
    expect(text).toContain('o1');
  }, 20_000);

  test('it is read one at a time by a user, as fast as they take it, and ends with the session', async () => {
    const browser = await logInAs(hub, staff.owner.given);
    const wide = anOrderRow({ address: 'x'.repeat(2_000) });
    let asked = 0;
    answers['POST /internal/order-export'] = () => {
      asked += 1;
      return { orders: Array.from({ length: 500 }, () => wide), next: 'o1', searched_to: null };
    };
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reading = await new Promise<IncomingMessage>((resolve) => {
      request(hub.urlOf(pathOf('export')), { headers: { cookie } }, resolve).end();
    });
    // What the buffers between the two hold, and no more.
    for (let before = -1; before !== asked && asked < 20;) {
      before = asked;
      await new Promise((resolve) => setTimeout(resolve, 1_500));
    }
    expect(asked).toBeLessThan(20);
    expect((await read(browser, pathOf('export'))).status).toBe(429);
    await browser.send(await browser.open('/back-office/profile'), {}, '/back-office/log-out');
    let size = 0;
    reading.on('data', (part: Buffer) => (size += part.length));
    await new Promise((resolve) => reading.once('error', () => undefined).once('close', resolve));
    expect(reading.complete).toBe(false);
    expect(size).toBeGreaterThan(0);
  });
});
