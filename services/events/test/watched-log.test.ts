/** The delivery log on the pages of the back office (docs/api/back-office.md#delivery-log): what events answers auth. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { eventually, type TestCaller } from '@order-hub/testing/call';
import { anOrderChange } from './builders.ts';
import { startReceiver } from './receiver.ts';
import { startTestService, type TestService } from './service.ts';

let service: TestService;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let status = 401;
beforeAll(async () => {
  service = await startTestService({ CALLBACK_RETRY_BASE_SECONDS: '600' });
  receiver = await startReceiver((res) => {
    res.writeHead(status, { 'content-type': 'text/plain', 'x-customer': 'Ada' }).end('Ada Lovelace');
  });
});
afterAll(async () => {
  await service.close();
  await receiver.close();
});

const orders = { order: ['create', 'update'] };

/** The connection, as auth names it. */
const subjectOf = ({ location, ...caller }: TestCaller) => ({ caller, location });

const ask = (path: string, caller: TestCaller, body: object = {}) =>
  service.call(`POST /internal/${path}`, {
    ...{ internal: 'events', from: 'auth' },
    body: { ...subjectOf(caller), ...body },
  });

const list = (caller: TestCaller, body: object = {}) =>
  ask('attempts', caller, { count: 50, with_personal_data: true, ...body });

const listed = (caller: TestCaller, count: number) =>
  eventually(async () => {
    const { items } = (await list(caller)).body;
    return items.length === count && items;
  });

/** A connection whose receiver answered so many orders with this status. */
async function aLog(answered: number, count = 1) {
  status = answered;
  const caller = await service.subscriber(orders, receiver.url);
  const changes = Array.from({ length: count }, () => anOrderChange(caller));
  await service.sendChanges(...changes);
  return { caller, changes, attempts: await listed(caller, count) };
}

/** As another connection of the account, and as a connection of another account. */
const others = (caller: TestCaller): TestCaller[] => [
  { ...caller, connection_id: newId() },
  { ...caller, account: { id: newId(), currency: 'EUR' } },
];

describe('the log', () => {
  test('is what the connection gets by the API', async () => {
    const { caller, changes, attempts } = await aLog(401);
    expect(attempts).toEqual((await service.call('GET /callback/deliveries', { as: caller })).body);
    expect(attempts[0].resource_id).toBe(changes[0]?.ids.order_id);
    const [{ id }] = attempts;
    expect((await ask(`attempts/${id}`, caller, { with_personal_data: true })).body).toEqual(attempts[0]);
  });

  test('without personal data has neither the body of an answer nor headers that may hold anything', async () => {
    const { caller, attempts } = await aLog(401);
    const [{ id }] = attempts;
    expect(JSON.stringify(attempts)).toContain('Ada');
    const { items } = (await list(caller, { with_personal_data: false })).body;
    const { body } = await ask(`attempts/${id}`, caller, { with_personal_data: false });
    expect(items).toEqual([body]);
    expect(body).toMatchObject({ status: 401, response_body: null });
    expect(body.response_headers).toMatchObject({ 'content-type': 'text/plain' });
    expect(JSON.stringify(body)).not.toContain('Ada');
  });

  test('is paged by the id before which it begins, and filtered by state, kind and event', async () => {
    const { caller, attempts } = await aLog(401, 3);
    const first = (await list(caller, { count: 2 })).body;
    expect([first.items, first.next]).toEqual([attempts.slice(0, 2), attempts[1].id]);
    expect((await list(caller, { count: 2, before: first.next })).body).toEqual({ items: [attempts[2]], next: null });
    const counted = async (filters: object) => (await list(caller, filters)).body.items.length;
    expect([await counted({ state: 'refused' }), await counted({ state: 'retrying' })]).toEqual([3, 0]);
    expect([await counted({ type: 'order.create' }), await counted({ type: 'order.update' })]).toEqual([3, 0]);
    expect(await counted({ event_id: attempts[0].event_id, type: 'order.create', state: 'refused' })).toBe(1);
  });

  test('is empty for another connection and for another account, and its attempts are a 404', async () => {
    const { caller, attempts } = await aLog(401);
    const [{ id }] = attempts;
    for (const other of others(caller)) {
      expect((await list(other)).body).toEqual({ items: [], next: null });
      expect((await ask(`attempts/${id}`, other, { with_personal_data: true })).status).toBe(404);
      expect((await ask(`attempts/${id}/resend`, other)).status).toBe(404);
    }
    expect((await ask(`attempts/${newId()}`, caller, { with_personal_data: true })).status).toBe(404);
  });

  test('is for auth alone', async () => {
    const { caller } = await aLog(401);
    const body = { ...subjectOf(caller), count: 1, with_personal_data: true };
    const asked = { internal: 'events', from: 'back-office', body } as const;
    expect((await service.call('POST /internal/attempts', asked)).status).toBe(401);
  });
});

describe('sending again', () => {
  test('counts what matches, and sends as much', async () => {
    const { caller, attempts } = await aLog(401, 3);
    const describeKept = async (body: object = {}) => (await ask('sending', caller, body)).body;
    expect(await describeKept()).toEqual({
      ...{ subscribed: ['order.create', 'order.update'], kept: { count: 3, more: false } },
    });
    expect((await describeKept({ state: 'given_up' })).kept.count).toBe(0);
    expect((await describeKept({ since: new Date(Date.now() + 60_000).toISOString() })).kept.count).toBe(0);
    for (const other of others(caller)) {
      expect((await ask('sending', other)).body).toEqual({ subscribed: null, kept: { count: 0, more: false } });
      expect((await ask('resent-events', other)).status).toBe(404);
    }
    status = 200;
    const since = new Date(Date.now() - 60_000).toISOString();
    expect((await ask('resent-events', caller, { state: 'refused', since })).body).toEqual({ resent: 3, more: false });
    const items = await listed(caller, 6);
    const acknowledged = items.filter((attempt: any) => attempt.state === 'acknowledged');
    expect(acknowledged.map((attempt: any) => attempt.event_id).sort()).toEqual(
      attempts.map((attempt: any) => attempt.event_id).sort(),
    );
    expect((await describeKept()).kept.count).toBe(0);
  });

  test('one: it is sent once, and then is a 422', async () => {
    const { caller, attempts } = await aLog(401);
    const [{ id }] = attempts;
    status = 200;
    expect((await ask(`attempts/${id}/resend`, caller)).body).toEqual({ resent: 1, more: false });
    await listed(caller, 2);
    await eventually(async () => (await ask(`attempts/${id}/resend`, caller)).status === 422);
  });
});

describe('test events', () => {
  test('one kind, or all to which the callback subscribes; too soon is a 429', async () => {
    const { caller } = await aLog(200);
    expect((await ask('test-events', caller, { type: 'order.update' })).body).toEqual({ events: 1 });
    const [{ resource_type, event_type }] = await listed(caller, 2);
    expect([resource_type, event_type]).toEqual(['order', 'update']);
    expect((await ask('test-events', caller)).status).toBe(429);
    const other = await service.subscriber(orders, receiver.url);
    expect((await ask('test-events', other)).body).toEqual({ events: 2 });
  });

  test.each(['no.kind', 'order', '.', 'toString.valueOf'])('of the kind %s: none', async (type) => {
    const caller = await service.subscriber(orders);
    expect((await ask('test-events', caller, { type })).body).toEqual({ events: 0 });
  });

  test('without a callback is a 404', async () => {
    const { caller } = await aLog(200);
    for (const other of others(caller)) expect((await ask('test-events', other)).status).toBe(404);
  });
});
