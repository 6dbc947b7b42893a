/** Test events (docs/api/events.md#test-events). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { subscribableEvents } from '@order-hub/shared/change';
import { newId } from '@order-hub/shared/ids';
import { aCaller, eventually, type TestCaller } from '@order-hub/testing/call';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { startReceiver } from './receiver.ts';
import { clientSecret, startTestService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const send = (caller: TestCaller, body: unknown = {}) => service.call('POST /callback/test', { as: caller, body });
const kinds = Object.entries(subscribableEvents).flatMap(([type, events]) => events.map((event) => `${type}.${event}`));
const kindOf = ({ resource_type, event_type }: Record<string, string>) => `${resource_type}.${event_type}`;
const all = { events: subscribableEvents };

const { schemas } = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8')).components;
/** The fields that each resource of this kind has. */
const fieldsOf = (component: string): string[] => [...schemas[component].required].sort();

test('one of each kind is pushed: signed, the same as its GET, and marked as a test', async () => {
  const bodies: Record<string, any>[] = [];
  const hook = await startReceiver((res, { body, headers }) => {
    expect(headers['x-service-hmac-sha256']).toBe(createHmac('sha256', clientSecret).update(body).digest('hex'));
    bodies.push(JSON.parse(body));
    res.writeHead(500).end();
  });
  const caller = await service.subscriber({ order: ['create'] }, hook.url);
  const { status, body } = await send(caller, all);
  expect(status).toBe(200);
  expect(body.events.map(kindOf).sort()).toEqual([...kinds].sort());
  await eventually(() => bodies.length >= 1);
  const listed = await service.listed(caller);
  expect(listed).toHaveLength(kinds.length);
  const events = await Promise.all(
    listed.map(
      async ({ id }: { id: string }) => (await service.call(`GET /callback/events/${id}`, { as: caller })).body,
    ),
  );
  expect(events).toContainEqual(bodies[0]);
  for (const event of [...listed, ...events]) expect(event.test).toBe(true);
  const states = Object.fromEntries(events.map((event) => [kindOf(event), event]));
  for (const component of ['Order', 'Delivery', 'Customer', 'Location']) {
    const { previous_state, new_state } = states[`${component.toLowerCase()}.update`];
    expect(Object.keys(new_state).sort()).toEqual(fieldsOf(component));
    expect(Object.keys(previous_state).sort()).toEqual(fieldsOf(component));
  }
  expect(Object.keys(states['order.create'].new_state.items[0]).sort()).toEqual(fieldsOf('OrderItem'));
  expect(Object.keys(states['order.create'].new_state.customer).sort()).toEqual(fieldsOf('Customer'));
  expect(states['order.create'].previous_state).toBeUndefined();
  expect(states['inventory.patch'].state_change).toHaveLength(1);
  expect(states['catalog.delete']).not.toHaveProperty('new_state');
  await hook.close();
});

test('without a body of kinds, the callback decides; a passive one lists them', async () => {
  const caller = await service.subscriber({ order: ['create', 'update'], location: ['update'] });
  expect((await send(caller)).body.events.map(kindOf).sort()).toEqual([
    'location.update',
    'order.create',
    'order.update',
  ]);
  expect(await service.listed(caller)).toHaveLength(3);
});

test('a kind that the scope hides, or that has no events, is left out', async () => {
  const caller = await service.subscriber({ order: ['create'] }, null, { scope: 'location[inventory.read]' });
  expect((await send(caller)).body).toEqual({ events: [] });
  const account = await service.subscriber({ account: ['update'], location: ['update'] }, null, { location_id: null });
  expect((await send(account)).body.events.map(kindOf)).toEqual(['location.update']);
});

test('429 within ten seconds, with Retry-After; another connection is not held up', async () => {
  const caller = await service.subscriber({ order: ['create'] });
  expect((await send(caller)).status).toBe(200);
  const second = await send(caller);
  expect([second.status, second.headers.get('retry-after')]).toEqual([429, '10']);
  expect((await send(await service.subscriber({ order: ['create'] }))).status).toBe(200);
  expect(await service.listed(caller)).toHaveLength(1);
  await service.db.query(`update callbacks set tested_at = now() - interval '11 s' where connection_id = $1`, [
    caller.connection_id,
  ]);
  expect((await send(caller)).status).toBe(200);
});

describe('refused', () => {
  test('404 without a callback, or with that of another account; 401 without a connection', async () => {
    expect((await send(aCaller())).status).toBe(404);
    const caller = await service.subscriber({ order: ['create'] });
    expect((await send({ ...caller, account: { id: newId(), currency: 'EUR' } })).status).toBe(404);
    expect((await service.call('POST /callback/test', { body: {} })).status).toBe(401);
    const general = aCaller({ account: null, location_id: null, location: null, scope: 'profile' });
    expect((await send(general)).status).toBe(403);
  });

  test.each([
    [{ events: { spaceship: ['create'] } }, 'events.spaceship'],
    [{ events: { order: ['delete'] } }, 'events.order.0'],
    [{ events: 'order.create' }, 'events'],
    [{ events: { order: 'create' } }, 'events.order'],
  ])('%j: 422 that names the field', async (body, field) => {
    const caller = await service.subscriber({ order: ['create'] });
    expect(await send(caller, body)).toMatchObject({ status: 422, body: { errors: [{ field }] } });
  });
});
