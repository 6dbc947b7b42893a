import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Endpoint } from '@order-hub/shared/endpoint';
import { newId } from '@order-hub/shared/ids';
import { formatTime } from '@order-hub/shared/times';
import { eventually } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { wideTest } from '@order-hub/testing/wide-test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { press } from '../../src/browser/person.ts';
import { type Receiver, startReceiver } from '../../src/receiver.ts';
import { aMember, aTenant, type Connected, type Tenant } from '../../src/tenant.ts';
import { endpointsOf } from '../endpoint-lists.ts';
import { pageFaults, type Look } from './checks.ts';
import { inChromium, withAndWithoutScript, withAndWithout, type Script } from './in-chromium.ts';

const isOfKitchen = ({ method, path, roles }: Endpoint) =>
  method === 'GET' && path.includes('/:location_id') && roles?.includes('kitchen') === true;

const pathsOfKitchen = (await endpointsOf('back-office')).filter(isOfKitchen).map(({ path }) => path);

const look = sized<Look>('as it is', 'in every way');

/** The order board, as people in a kitchen use it (docs/api/back-office.md#order-board). */
inChromium('the order board', ({ hub, openAs }) => {
  const aPhone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

  const anOrder = (code: string, overrides: object = {}) => ({
    status: 'new',
    service_type: 'collection',
    collection_code: code,
    customer_notes: 'No cutlery',
    customer: { first_name: 'Grace', last_name: 'Hopper', phone: '+33612345678' },
    items: [
      {
        product_name: 'Margherita',
        price: '9.80 EUR',
        quantity: '2',
        options: [{ option_list_name: 'Extra', name: 'Olives', price: '1.00 EUR' }],
      },
    ],
    ...overrides,
  });

  let website: Connected;
  let path: string;
  let location_id: string;
  let owner: { email: string; password: string };
  beforeEach(async () => {
    const tenant = await aTenant(hub);
    [location_id] = tenant.location_ids;
    owner = tenant.owner;
    path = `/back-office/locations/${location_id}/orders`;
    website = await tenant.connect('Website', { location_id });
  });

  const place = async (code: string, overrides?: object): Promise<string> =>
    (await website.call('POST /location/orders', { body: anOrder(code, overrides) })).body.id;
  const orderOf = async (id: string) => (await website.call(`GET /location/orders/${id}`)).body;

  async function goLive(page: Page): Promise<void> {
    await page.goto(path);
    await page.getByRole('status').getByText('Live', { exact: true }).waitFor();
  }

  /** A board that is open, and live if it has script. */
  async function openBoard(person: { email: string; password: string }, options: BrowserContextOptions = {}) {
    const page = await openAs(person, options);
    await (options.javaScriptEnabled === false ? page.goto(path) : goLive(page));
    return page;
  }
  const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name} \\d+$`) });
  const card = (page: Page, name: string, code: string) => column(page, name).getByRole('article', { name: code });
  const press = (page: Page, name: string, code: string, button: string) =>
    card(page, name, code).getByRole('button', { name: button, exact: true }).click();

  test('on a phone: an order arrives, is accepted with a time, seen by the website, prepared and handed over', async () => {
    await website.call('POST /callback', { body: { url: null, events: { order: ['update'] } } });
    const page = await openBoard(owner, aPhone);
    await page.getByRole('button', { name: 'Turn on sound' }).tap();
    await page.getByText('Sound is on').waitFor();
    const id = await place('A1');
    await card(page, 'New', 'A1').waitFor();
    expect(await page.locator('[data-board]').getAttribute('data-rung')).toBe('1');
    await eventually(async () => (await page.title()).startsWith('(1) New order'));
    const text = await card(page, 'New', 'A1').innerText();
    for (const part of ['Margherita', '2 ×', 'Olives', 'No cutlery', 'Grace Hopper', '+33612345678', '€21.60'])
      expect(text).toContain(part);

    const start = Date.now();
    await press(page, 'New', 'A1', '20 min');
    await card(page, 'In the kitchen', 'A1').waitFor();
    await page.getByText('Order A1 is accepted.').waitFor();
    // The page stays, so its sound does.
    expect(await page.getByText('Sound is on').count()).toBe(1);
    const accepted = await orderOf(id);
    expect(accepted.status).toBe('accepted');
    expect(Date.parse(accepted.confirmed_time) - start).toBeGreaterThan(19 * 60_000);
    const [event] = await eventually(async () => {
      const { body } = await website.call('GET /callback/events');
      return body.length > 0 && body;
    });
    const { body } = await website.call(`GET /callback/events/${event.id}`);
    expect(body).toMatchObject({ event_type: 'update', new_state: { status: 'accepted' } });

    await press(page, 'In the kitchen', 'A1', 'Ready');
    await press(page, 'Ready', 'A1', 'Handed over');
    await card(page, 'Gone', 'A1').waitFor();
    expect((await orderOf(id)).status).toBe('completed');
    expect(await page.getByRole('article').count()).toBe(1);
  });

  test('without script: the same, with reloads', async () => {
    const id = await place('B1', { service_type: 'delivery' });
    const page = await openBoard(owner, { ...aPhone, javaScriptEnabled: false });
    expect(await page.locator('noscript meta[http-equiv=refresh], meta[http-equiv=refresh]').count()).toBe(1);
    await press(page, 'New', 'B1', '15 min');
    await page.getByText('Order B1 is accepted.').waitFor();
    for (const [from, button, status] of [
      ['In the kitchen', 'Ready', 'awaiting_shipment'],
      ['Ready', 'On its way', 'in_delivery'],
      ['Ready', 'Delivered', 'completed'],
    ] as const) {
      await press(page, from, 'B1', button);
      await page.waitForURL(`**${path}`);
      expect((await orderOf(id)).status).toBe(status);
    }
    const second = await place('B2');
    await page.reload();
    await card(page, 'New', 'B2').getByText('Decline', { exact: true }).first().click();
    await card(page, 'New', 'B2').getByLabel('Reason for the customer').fill('The oven is broken');
    await press(page, 'New', 'B2', 'Decline');
    await card(page, 'Gone', 'B2').waitFor();
    expect(await orderOf(second)).toMatchObject({ status: 'rejected', seller_notes: 'The oven is broken' });
  });

  test('an order becomes late while the board is open, though nothing happens to it', async () => {
    const page = await openAs(owner);
    await page.clock.install();
    await goLive(page);
    const inMinutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();
    const id = await place('L1', { status: 'accepted', confirmed_time: inMinutes(5) });
    await place('L2', { status: 'accepted', confirmed_time: inMinutes(15) });
    const late = (code: string) => card(page, 'In the kitchen', code).getByText('Late', { exact: true });
    await card(page, 'In the kitchen', 'L2').waitFor();
    expect(await late('L1').isVisible()).toBe(false);
    await page.clock.setSystemTime(inMinutes(6));
    await late('L1').waitFor();
    expect(await late('L2').isVisible()).toBe(false);
    await press(page, 'In the kitchen', 'L2', 'Ready');
    await card(page, 'Ready', 'L2').waitFor();
    expect(await card(page, 'Ready', 'L2').getByText('Late', { exact: true }).count()).toBe(0);
    await card(page, 'In the kitchen', 'L1').getByText('Change the time', { exact: true }).click();
    await press(page, 'In the kitchen', 'L1', '10 min');
    await page.getByText('Order L1 has a new time.').waitFor();
    await late('L1').waitFor({ state: 'hidden' });
    expect((await orderOf(id)).status).toBe('accepted');
  });

  wideTest('those in the kitchen get from a card to the order and its receipt, and back to the board', async () => {
    const kitchen = await aMember(hub, location_id, 'kitchen');
    const id = await place('M1');
    const page = await openBoard(kitchen, { javaScriptEnabled: false });
    const follow = async (name: string, to: string) => {
      await page.getByRole('main').getByRole('link', { name, exact: true }).first().click();
      await page.waitForURL(`**${path}${to}`);
    };
    await follow('Details', `/${id}`);
    await follow('Receipt', `/${id}/receipt`);
    await follow('Order M1', `/${id}`);
    await follow('Order board', '');
    await follow('Print', `/${id}/receipt`);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('link', { name: 'Order board' }).first().isVisible()).toBe(false);
  });

  wideTest('a wished time is one tap', async () => {
    const wished = new Date(Date.now() + 5_400_000).toISOString();
    const id = await place('C1', { expected_time: wished });
    const page = await openBoard(owner);
    await card(page, 'New', 'C1').getByRole('button', { name: /^At / }).click();
    await card(page, 'In the kitchen', 'C1').waitFor();
    const { confirmed_time, expected_time } = await orderOf(id);
    expect(confirmed_time).toBe(expected_time);
  });

  describe('two kitchens at once', () => {
    test('what one does, the other sees; who is too late is told', async () => {
      const kitchen = await aMember(hub, location_id, 'kitchen');
      const id = await place('D1');
      const [one, other] = [await openBoard(owner), await openBoard(kitchen)];
      const late = await openBoard(kitchen, { javaScriptEnabled: false });
      await press(one, 'New', 'D1', '30 min');
      await card(other, 'In the kitchen', 'D1').waitFor();
      await card(late, 'New', 'D1').getByText('Decline', { exact: true }).first().click();
      await card(late, 'New', 'D1').getByLabel('Reason for the customer').fill('Closed');
      await press(late, 'New', 'D1', 'Decline');
      await late.getByText('somebody else has changed order D1 meanwhile. Its state now: Accepted.').waitFor();
      expect(await orderOf(id)).toMatchObject({ status: 'accepted', seller_notes: null });
    });

    wideTest('those in the kitchen see neither money nor contact data', async () => {
      const kitchen = await aMember(hub, location_id, 'kitchen');
      const page = await openBoard(kitchen);
      await place('E1');
      await card(page, 'New', 'E1').waitFor();
      for (const html of [await page.content(), await (await page.reload())!.text()]) {
        expect(html).toContain('No cutlery');
        expect(html).not.toMatch(/€|EUR|Hopper|33612345678/);
      }
      expect((await page.goto(`/back-office/locations/${location_id}/hours`))?.status()).toBe(403);
    });
  });

  test('the network is cut: that is told at once, and made up for without doubling; what somebody writes stays', async () => {
    await place('F1');
    const page = await openAs(owner);
    // It rings for F1 soon after it was opened. As no time passes, it does not ring for it again after 20 seconds.
    await page.clock.setFixedTime(new Date());
    await goLive(page);
    const rung = (times: string) => page.locator(`[data-board][data-rung="${times}"]`);
    await rung('1').waitFor();
    const reason = card(page, 'New', 'F1').getByLabel('Reason for the customer');
    await card(page, 'New', 'F1').getByText('Decline', { exact: true }).first().click();
    await reason.fill('We have no more');
    await page.context().setOffline(true);
    await page.getByText('No connection. New orders appear as soon as it is back.').waitFor();
    await press(page, 'New', 'F1', 'Decline');
    await page.getByText('That was not sent').waitFor();
    await place('F2');
    await place('F3');
    await page.context().setOffline(false);
    await card(page, 'New', 'F3').waitFor();
    await page.getByRole('status').getByText('Live', { exact: true }).waitFor();
    expect(await page.getByRole('article').count()).toBe(3);
    expect(await reason.inputValue()).toBe('We have no more');
    await rung('2').waitFor();
    await press(page, 'New', 'F1', 'Decline');
    await card(page, 'Gone', 'F1').getByText('We have no more').waitFor();
  });

  test('a changed order keeps what is written about it, and the focus', async () => {
    const id = await place('G1');
    const page = await openBoard(owner);
    await card(page, 'New', 'G1').getByText('Decline', { exact: true }).first().click();
    await card(page, 'New', 'G1').getByLabel('Reason for the customer').fill('No more');
    await website.call(`PATCH /location/orders/${id}`, { body: { seller_notes: 'Ask twice' } });
    await card(page, 'New', 'G1').getByText('Ask twice').waitFor();
    await eventually(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value === 'No more'));
  });

  test('four windows of a user are live; the first pauses when a fifth opens, and resumes when it is looked at', async () => {
    const first = await openBoard(owner);
    const state = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor();
    const windows = [first];
    while (windows.length < 5) windows.push(await first.context().newPage());
    for (const page of windows.slice(1)) {
      await page.goto(path);
      await state(page, 'Live');
    }
    await state(first, 'Paused');
    await first.getByRole('main').click({ position: { x: 5, y: 5 } });
    await state(first, 'Live');
    await state(windows[1] as Page, 'Paused');
  });

  test('what a customer writes is shown as text', async () => {
    const page = await openBoard(owner);
    await place('H1', { customer_notes: '<img src=x onerror="document.title=1">' });
    await card(page, 'New', 'H1').getByText('<img src=x').waitFor();
    expect(await page.locator('main img').count()).toBe(0);
  });

  describe('the state of the shop', () => {
    const acceptance = async () => (await website.call('GET /location')).body.order_acceptance;

    wideTest('a pause is one tap, and so is its end', async () => {
      const page = await openBoard(owner);
      await page.getByRole('button', { name: 'Pause 20 minutes' }).click();
      await page.getByText('Orders are paused for 20 minutes.').waitFor();
      expect(await acceptance()).toMatchObject({ mode: 'paused' });
      await page.getByRole('button', { name: 'Take orders again' }).click();
      await page.getByText('Orders are taken as usual.').waitFor();
      expect(await acceptance()).toEqual({ mode: 'normal' });
    });

    wideTest('a longer pause is chosen', async () => {
      const page = await openBoard(owner);
      await page.getByRole('link', { name: 'Pause longer' }).click();
      await page.getByLabel('For how long').selectOption('2 hours');
      const before = Date.now();
      await page.getByRole('button', { name: 'Pause orders' }).click();
      await page.getByText('Orders are paused for 2 hours.').waitFor();
      const { mode, resume_at } = await acceptance();
      expect(mode).toBe('paused');
      expect(Date.parse(resume_at)).toBeGreaterThanOrEqual(before + 2 * 3_600_000 - 1_000);
      await page.getByRole('button', { name: 'Take orders again' }).click();
      await page.getByText('Orders are taken as usual.').waitFor();
    });

    test('a special day of today stops orders at once; whoever takes orders again is obeyed', async () => {
      const page = await openAs(owner, { javaScriptEnabled: false });
      const hours = `/back-office/locations/${location_id}/hours`;
      await page.goto(`${hours}/special-days`);
      // The cut-off time is 06:00.
      const day = formatTime(new Date(Date.now() - 6 * 3_600_000), 'Europe/Paris').slice(0, 10);
      await page.getByLabel('Day').fill(day);
      await page.getByLabel('Note').fill('Closed for a wedding');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('The special day is saved.').waitFor();
      const paused = await eventually(async () => {
        const state = await acceptance();
        return state.mode === 'paused' && state;
      });
      expect(paused.reason).toBe('Closed for a wedding');
      await page.goto(`/back-office/locations/${location_id}/orders`);
      await page.getByRole('button', { name: 'Take orders again' }).click();
      await page.getByText('Orders are taken as usual.').waitFor();
      await page.goto(`${hours}/special-days/${day}/remove`);
      await page.getByRole('button', { name: 'Remove' }).click();
      await page.getByText('No special day is planned.').waitFor();
      expect(await acceptance()).toEqual({ mode: 'normal' });
    });

    wideTest('opening hours are changed in one form; a second editor is asked first', async () => {
      const [one, other] = [await openAs(owner), await openAs(owner)];
      for (const page of [one, other]) {
        await page.goto(`/back-office/locations/${location_id}/hours`);
        await page.getByRole('textbox', { name: 'Monday' }).fill('11:30-14, 18:00–22:30');
      }
      await one.getByRole('button', { name: 'Save' }).click();
      await one.getByText('The opening hours and the preparation time are saved.').waitFor();
      await other.getByRole('textbox', { name: 'Tuesday' }).fill('9–17');
      await other.getByRole('button', { name: 'Save' }).click();
      await other.getByText('Somebody else has changed them meanwhile.').waitFor();
      expect(await other.getByRole('textbox', { name: 'Tuesday' }).inputValue()).toBe('9–17');
      await other.getByRole('button', { name: 'Save' }).click();
      await other.getByText('The opening hours and the preparation time are saved.').waitFor();
      const { opening_hours } = (await website.call('GET /location')).body;
      expect(opening_hours.monday).toEqual([
        { from: '11:30', to: '14:00' },
        { from: '18:00', to: '22:30' },
      ]);
      expect(opening_hours.tuesday).toEqual([{ from: '09:00', to: '17:00' }]);
    });
  });
});

/** Looking for an order, and what became of it (docs/api/back-office.md#orders). */
withAndWithoutScript(
  'orders',
  sized<readonly Script[]>(['with script'], withAndWithout),
  ({ hub, openAs, hasScript }) => {
    const anOrder = (ref: string, first_name: string, overrides: object = {}) => ({
      body: {
        ...{ status: 'new', ref, service_type: 'delivery', customer_notes: 'Ring <b>twice</b>' },
        customer: {
          ...{ first_name, last_name: 'Ångström', phone: '+33 6 12 34 56 78', email: 'guest@example.com' },
          ...{ address_1: '1 rue des Nombres', postal_code: '75001', city: 'Paris', country: 'FR' },
        },
        items: [
          {
            ...{ product_name: 'Margherita', sku_name: 'Large', price: '9.80 EUR', quantity: '2' },
            options: [{ option_list_name: 'Extra', name: 'Olives', price: '1.00 EUR' }],
            customer_notes: 'Well done, please',
          },
          { product_name: 'Tiramisù', price: '5.50 EUR', quantity: '1' },
        ],
        charges: [{ name: 'Delivery fee', price: '3.00 EUR' }],
        payments: [{ name: 'Card', amount: '20.00 EUR' }],
        ...overrides,
      },
    });

    let tenant: Tenant;
    let location_id = '';
    let website: Connected;
    let till: Connected;
    let receiver: Receiver;
    let search = '';

    beforeAll(async () => {
      tenant = await aTenant(hub);
      [location_id = ''] = tenant.location_ids;
      search = `/back-office/locations/${location_id}/orders/search`;
      website = await tenant.connect('Website', { location_id });
      till = await tenant.connect('Till', { location_id });
      receiver = await startReceiver(() => till.client_secret);
      await till.call('POST /callback', {
        body: { url: receiver.url, events: { order: ['create', 'update'], delivery: ['create'] } },
      });
    });
    afterAll(() => receiver.close());

    const shows = (page: Page, text: string | RegExp) => page.getByRole('main').getByText(text).first().waitFor();

    async function place(ref: string, name: string, overrides: object = {}): Promise<string> {
      const { status, body } = await website.call('POST /location/orders', anOrder(ref, name, overrides));
      expect(status).toBe(200);
      return body.id as string;
    }

    async function find(page: Page, fields: Record<string, string>): Promise<void> {
      await page.goto(search);
      for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
      await press(page, 'Search');
      await page.getByRole('heading', { name: 'Orders found' }).waitFor();
    }

    test('somebody calls about an order: it is found, and its timeline says what happened', async () => {
      const id = await place('WEB-1', 'José');
      await place('WEB-2', 'Grace', { customer: { first_name: 'Grace', phone: '555 000 111' } });
      await till.call(`PATCH /location/orders/${id}`, {
        body: { status: 'accepted', confirmed_time: '2026-07-01T18:45:00+02:00' },
      });
      const page = await openAs(tenant.owner);
      for (const fields of [{ Customer: 'jose angstrom' }, { Phone: '06 12 34 56 78', Number: 'web-1' }]) {
        await find(page, fields);
        expect(await page.getByRole('row', { name: 'WEB-1' }).count()).toBe(1);
        expect(await page.getByRole('row', { name: 'WEB-2' }).count()).toBe(0);
        expect(decodeURIComponent(page.url())).not.toMatch(/jose|12 34|web-1/i);
      }
      await page.getByRole('link', { name: 'WEB-1' }).click();
      expect(new URL(page.url()).pathname).toBe(`/back-office/locations/${location_id}/orders/${id}`);
      for (const text of [
        'Margherita',
        'Olives',
        'Well done, please',
        'Ring <b>twice</b>',
        '€30.10',
        '€10.10',
        '+33 6 12 34 56 78',
      ])
        await shows(page, text);
      const map = page.getByRole('link', { name: 'Show on the map' });
      expect(await map.getAttribute('href')).toBe(
        'https://www.openstreetmap.org/search?query=1%20rue%20des%20Nombres%2C%2075001%20Paris%2C%20France',
      );
      await eventually(async () => {
        await page.reload();
        const texts = await page.locator('.timeline li p').allInnerTexts();
        return texts.some((text) => text.startsWith('Till set the order to Accepted')) &&
          texts.some((text) => text.startsWith('Till was told, and answered 200'))
          ? texts
          : undefined;
      });
      const [first] = await page.locator('.timeline li p').allInnerTexts();
      expect(first).toBe('Website placed the order: New');
      await page.goBack();
      await shows(page, 'Orders found');
      if (hasScript) expect(await pageFaults(page, look)).toEqual([]);
    });

    wideTest('the timeline tells the pushes of the delivery too', async () => {
      const id = await place('WEB-5', 'Ada');
      const delivery = { carrier: 'Bike', status: 'pending' };
      expect((await website.call(`POST /location/orders/${id}/delivery`, { body: delivery })).status).toBe(200);
      const page = await openAs(tenant.owner);
      await eventually(async () => {
        await page.goto(search.replace('search', id));
        const texts = await page.locator('.timeline li p').allInnerTexts();
        return texts.some((text) => text.startsWith('Till was told about the delivery, and answered 200'));
      });
    });

    wideTest('a day of orders becomes a file', async () => {
      await place('=cmd()', 'Ada');
      const page = await openAs(tenant.owner, { acceptDownloads: true });
      await find(page, { Number: '=cmd' });
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download as CSV' }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
      const lines = readFileSync(await download.path(), 'utf8').split('\r\n');
      expect(lines).toHaveLength(3);
      expect(lines[1]).toContain(",'=cmd(),");
      expect(lines[1]).toContain(',2,30.10,20.00,EUR,Ada Ångström,');
    });

    wideTest('the kitchen reads what to cook and a first name, and neither who ordered nor what it costs', async () => {
      const id = await place('WEB-3', 'Grace');
      const page = await openAs(await aMember(hub, location_id, 'kitchen'));
      await page.goto(search);
      await page.getByRole('link', { name: 'WEB-3' }).click();
      await shows(page, 'Well done, please');
      const text = await page.getByRole('main').innerText();
      expect(text).toContain('Grace');
      expect(text).not.toMatch(/Ångström|€|\+33|Nombres|Card/);
      if (hasScript) expect(await pageFaults(page, look)).toEqual([]);
      expect((await page.goto(search.replace('/search', '/export')))?.status()).toBe(403);
      const [, elsewhere] = tenant.location_ids;
      expect((await page.goto(`/back-office/locations/${elsewhere}/orders/${id}`))?.status()).toBe(404);
    });

    const papers: [string, number][] = [
      ['a roll of 80 mm', 272],
      ['a roll of 58 mm', 181],
      ['A4', 794],
    ];
    test.each(sized(papers.slice(0, 1), papers))('an order prints on %s', async (_paper, width) => {
      const id = await place('WEB-4', 'Lin');
      const page = await openAs(tenant.owner);
      await page.goto(`/back-office/locations/${location_id}/orders/${id}`);
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize({ width, height: 1000 });
      for (const text of ['Margherita', 'Olives', '€30.10', '1 rue des Nombres', 'Louvre']) {
        expect(await page.getByRole('main').getByText(text).filter({ visible: true }).count()).toBeGreaterThan(0);
      }
      for (const hidden of ['.timeline', 'header', 'footer', '.map']) {
        expect(await page.locator(hidden).filter({ visible: true }).count()).toBe(0);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      if (process.env['PICTURES'])
        await page.screenshot({ path: `${process.env['PICTURES']}/print-${width}.png`, fullPage: true });
    });
  },
);

/**
 * Whatever page somebody in the kitchen may open, it shows no money, and of a customer only the first name
 * (docs/api/back-office.md#people). The pages come from the declarations.
 */
inChromium('the kitchen', ({ hub, openAs }) => {
  const customer = {
    first_name: 'Grace',
    last_name: 'Secretname',
    email: 'secret@example.com',
    phone: '+33155501234',
    address_1: 'Hidden Street 7',
    city: 'Paris',
    country: 'FR',
  };

  const secrets = ['Secretname', 'secret@example.com', '155501234', '1 55 50 12 34', 'Hidden Street', '98.76', '98,76'];

  /** What the stream of the board sends first. */
  const firstOfStream = /Margherita[^]*\n\n/;

  /** What a path answers in the browser of the page; of a stream, what it sends at first. */
  async function textOf(page: Page, path: string): Promise<{ status: number; text: string }> {
    const cookies = await page.context().cookies();
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const { origin } = new URL(page.url());
    const response = await fetch(origin + path, { headers: { cookie }, redirect: 'manual' });
    const { status, body } = response;
    if (!response.headers.get('content-type')?.startsWith('text/event-stream') || !body) {
      return { status, text: await response.text() };
    }
    const decoder = new TextDecoder();
    let text = '';
    const reader = body.getReader();
    while (!firstOfStream.test(text)) {
      const { value, done } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
    await reader.cancel();
    return { status, text };
  }

  wideTest('sees no money, and of customers only first names', async () => {
    const tenant = await aTenant(hub);
    const [location_id] = tenant.location_ids;
    const till = await tenant.connect('Till', { location_id });
    const order = {
      ...{ status: 'new', service_type: 'delivery', customer },
      items: [{ product_name: 'Margherita', price: '98.76 EUR', quantity: '1' }],
    };
    const { status, body } = await till.call('POST /location/orders', { body: order });
    expect([status, body.message]).toEqual([200, undefined]);
    const cook = await aMember(hub, location_id, 'kitchen');
    const page = await openAs(cook);
    await page.goto('/back-office');
    const ids: Record<string, string> = { location_id, order_id: body.id };
    const answers = new Map<string, string>();
    for (const path of pathsOfKitchen) {
      const filled = path.replaceAll(/:([a-z_]+)/g, (_whole, name: string) => ids[name] ?? newId());
      const { status: answered, text } = await textOf(page, filled);
      expect([path, [200, 303, 404, 409].includes(answered)]).toEqual([path, true]);
      answers.set(path, text);
    }
    const told = [...answers].flatMap(([path, text]) =>
      secrets.filter((secret) => text.includes(secret)).map((secret) => `${path} tells ${secret}`),
    );
    expect(told).toEqual([]);
    expect(pathsOfKitchen.length).toBeGreaterThan(0);
  });
});

/** Today at a location, in the browser of its owner (docs/api/back-office.md#today). */
inChromium('today', ({ hub, openAs }) => {
  const order = (price: string, rest: object = {}) => ({
    body: {
      ...{ status: 'new', service_type: 'collection', channel: 'Phone' },
      items: [{ product_name: 'Margherita', price, quantity: '1' }],
      ...rest,
    },
  });

  /** Loads the page again until it says this. */
  const waitFor = (page: Page, text: string) =>
    eventually(async () => {
      await page.reload();
      return (await page.getByRole('main').getByText(text).count()) > 0;
    });

  let website: Connected;
  let location_id: string;
  let owner: { email: string; password: string };
  beforeEach(async () => {
    const tenant = await aTenant(hub);
    location_id = tenant.location_ids[0] ?? '';
    owner = tenant.owner;
    website = await tenant.connect('Website', { location_id });
  });

  wideTest('follows the orders without script: turnover, a cancellation, and what is late', async () => {
    const page = await openAs(owner, { javaScriptEnabled: false });
    await page.goto(`/back-office/locations/${location_id}/today`);
    expect(await page.getByText('No order has come yet today.').count()).toBeGreaterThan(0);
    const { body } = await website.call('POST /location/orders', order('12.50 EUR'));
    await website.call('POST /location/orders', order('7.50 EUR', { expected_time: '2026-01-01T12:00:00Z' }));
    await waitFor(page, '€20.00');
    await waitFor(page, '€10.00');
    await website.call(`PATCH /location/orders/${body.id}`, { body: { status: 'cancelled' } });
    await waitFor(page, '0 declined, 1 cancelled; not in the turnover');
    expect(await page.getByText('€7.50').count()).toBeGreaterThan(1);
    const soon = new Date(Date.now() - 60_000).toISOString();
    await website.call('POST /location/orders', order('1.00 EUR', { expected_time: soon }));
    await waitFor(page, 'An order from Phone');
    // Of the order that was expected last year, nobody waits.
    expect(await page.getByText('An order from Phone').count()).toBe(1);
    await page.goto('/back-office/today');
    await waitFor(page, '1 late order');
    expect(await page.getByRole('img', { name: /^2 orders today/ }).count()).toBe(1);
  });
});
