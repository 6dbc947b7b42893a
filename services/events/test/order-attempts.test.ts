/** The pushes of one order's events, for its page in the back office (docs/api/back-office.md#orders). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { listOrderAttempts } from '@order-hub/shared/attempt-log-calls';
import { formatTime } from '@order-hub/shared/times';
import { aPrincipal, eventually } from '@order-hub/testing/call';
import { insertAttempts, listAttemptsAbout } from '../src/attempt-log/logged-attempt.store.ts';
import type { LoggedAttempt } from '../src/attempt-log/logged-attempt.ts';
import { anOrder, created, deliveryCreated, updated } from './order-changes.ts';
import { viewerOf } from './page-viewer.ts';
import { startReceiver } from './receiver.ts';
import { startTestService, type TestService } from './service.ts';

let service: TestService;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let status = 200;
beforeAll(async () => {
  service = await startTestService({ CALLBACK_RETRY_BASE_SECONDS: '600' });
  receiver = await startReceiver((res) => {
    res.writeHead(status, { 'x-customer': 'Ada' }).end('Ada Lovelace');
  });
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

const orders = { order: ['create', 'update'], delivery: ['create'] };

type Place = { account_id: string; location_id: string };

const ask = async (order_id: string, place: Place, delivery_id?: string) => {
  const query = delivery_id === undefined ? '' : `?delivery_id=${delivery_id}`;
  const { body } = await service.call(`GET /internal/order-attempts/${order_id}${query}`, { user: viewerOf(place) });
  return listOrderAttempts.reply.parse(body).attempts;
};

/** An order of today: the records of old ones are not kept. */
const freshOrder = (place: Place) => anOrder(place, { created_at: formatTime(new Date(), 'Europe/Paris') });

/** A till that is told, and its place. */
async function aTill() {
  const till = await service.subscriber(orders, receiver.url);
  return { till, place: { account_id: till.account?.id ?? '', location_id: till.location_id ?? '' } };
}

test('tells how each connection answered, and nothing that a receiver wrote', async () => {
  const { till, place } = await aTill();
  const website = await service.subscriber(orders, receiver.url, {
    account: till.account,
    location_id: till.location_id,
  });
  const [order, other] = [freshOrder(place), freshOrder(place)];
  status = 200;
  await service.sendChanges(created(order));
  await eventually(async () => (await ask(order.order_id, place)).length === 2);
  status = 503;
  await service.sendChanges(updated(order, { status: 'accepted' }).change, created(other));
  const attempts = await eventually(async () => {
    const found = await ask(order.order_id, place);
    return found.length === 4 && found;
  });
  const facts = (connection_id: string, rest: object) => ({
    ...{ id: expect.any(String), event_id: expect.any(String), ended_at: expect.stringMatching(/Z$/) },
    ...{ connection_id, resource_type: 'order', attempt: 1, fault: null, ...rest },
  });
  const failed = { event_type: 'update', state: 'retrying', status: 503, retry_at: expect.stringMatching(/Z$/) };
  const accepted = { event_type: 'create', state: 'acknowledged', status: 200, retry_at: null };
  expect(attempts).toHaveLength(4);
  for (const { connection_id } of [till, website]) {
    expect(attempts.slice(0, 2)).toContainEqual(facts(connection_id, failed));
    expect(attempts.slice(2)).toContainEqual(facts(connection_id, accepted));
  }
  expect(JSON.stringify(attempts)).not.toContain('Ada');
  expect(await ask(other.order_id, { ...place, account_id: newId() })).toEqual([]);
  expect(await ask(newId(), place)).toEqual([]);
});

test('tells nothing of an order, or of its delivery, to those who see another location of the account', async () => {
  const { place } = await aTill();
  const order = freshOrder(place);
  status = 200;
  await service.sendChanges(created(order), deliveryCreated(order, 'delivery-1'));
  await eventually(async () => (await ask(order.order_id, place, 'delivery-1')).length === 2);
  const elsewhere = { ...place, location_id: newId() };
  expect(await ask(order.order_id, elsewhere, 'delivery-1')).toEqual([]);
});

test("tells the pushes of the order's delivery too, and of no other", async () => {
  const { place } = await aTill();
  const [order, other] = [freshOrder(place), freshOrder(place)];
  status = 200;
  await service.sendChanges(
    ...[created(order), created(other), deliveryCreated(order, 'delivery-2'), deliveryCreated(other, 'delivery-3')],
  );
  const told = await eventually(async () => {
    const found = await ask(order.order_id, place, 'delivery-2');
    return found.length === 2 && found;
  });
  expect(told.map(({ resource_type }) => resource_type).sort()).toEqual(['delivery', 'order']);
  expect((await ask(order.order_id, place)).map(({ resource_type }) => resource_type)).toEqual(['order']);
});

test('only the back office asks, for a user on a page about a location', async () => {
  const route = `GET /internal/order-attempts/${newId()}`;
  expect((await service.call(route, { user: aPrincipal() })).status).toBe(404);
  expect((await service.call(route)).status).toBe(401);
  expect((await service.call(route, { internal: 'events', from: 'auth' })).status).toBe(401);
});

test('the latest 200 of the last seven days, by an index of each day', async () => {
  const place = { account_id: newId(), location_id: newId() };
  const { account_id } = place;
  const order = freshOrder(place);
  const { order_id } = order;
  await service.sendChanges(created(order));
  const anAttempt = (ms: number, index: number): LoggedAttempt => ({
    ...{ id: newId(new Date(ms)), account_id, connection_id: `connection${index % 7}`, event_id: newId() },
    ...{ type: 'order.create', resource_id: index % 10 === 0 ? order_id : newId(), attempt: 1, state: 'acknowledged' },
    ...{ status: 200, fault: null, duration_ms: 3, retry_at: null, request_headers: '{}' },
    ...{ response_headers: null, response_body: null },
  });
  const now = Date.now();
  const dayMs = 86_400_000;
  await insertAttempts(
    service.db,
    Array.from({ length: 3_000 }, (_, index) => anAttempt(now - index * 1_000, index)),
  );
  await insertAttempts(
    service.db,
    [0, 10].map((index) => anAttempt(now - 7.5 * dayMs, index)),
  );
  await service.db.query('analyze logged_attempts');
  const attempts = await ask(order_id, place);
  expect(attempts).toHaveLength(200);
  expect(attempts.map(({ id }) => id)).toEqual(
    attempts
      .map(({ id }) => id)
      .sort()
      .reverse(),
  );
  let plan = '';
  const explaining = {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const { rows } = await service.db.query(`explain ${text}`, values);
      plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      return { rows: [] };
    },
  };
  const asked = { account_id, resource_ids: [newId(), newId()] };
  await listAttemptsAbout(explaining as never, asked, { count: 200, oldest: '0' });
  expect(plan).toMatch(/logged_attempts_\d_resource_id_id_idx/);
});
