/** The file of orders (docs/api/back-office.md#export-of-orders). */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { request, type IncomingMessage } from 'node:http';
import { logInAs, type Browser } from '../../auth/test/browser.ts';
import { aStaffedLocation } from '../../auth/test/members.ts';
import { startAnsweringService, type Answers, type AnsweringService } from './answering-service.ts';
import { aFoundOrder, anOrderRow } from './order-builders.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';

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
      `o1,"'=1+1",,2026-07-01T12:00:00+02:00,completed,"'@shop",Website,,,,2,-1.50,0,EUR,"Ada ""A"", L","'-a@example.com","'+336","1\r\n2",01000,"'\tParis"`,
      `o2,plain,,2026-07-01T12:00:00+02:00,completed,"'@shop",Website,,,,2,12.00,0,EUR,"Ada ""A"", L","'-a@example.com","'+336","1\r\n2",01000,"'\tParis"`,
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
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  const before = asked;
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  // What the buffers between the two hold, and no more.
  expect(asked).toBe(before);
  expect(asked).toBeLessThan(20);
  expect((await read(browser, pathOf('export'))).status).toBe(429);
  await browser.send(await browser.open('/back-office/profile'), {}, '/back-office/log-out');
  let size = 0;
  reading.on('data', (part: Buffer) => (size += part.length));
  await new Promise((resolve) => reading.once('error', () => undefined).once('close', resolve));
  expect(reading.complete).toBe(false);
  expect(size).toBeGreaterThan(0);
}, 30_000);
