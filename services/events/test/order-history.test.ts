/** What became of an order, for its timeline. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { anOrder, created, updated, type TestOrder } from './order-changes.ts';
import { viewerOf } from './page-viewer.ts';
import { changeMessage, startTestService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { now: () => new Date('2026-11-26T12:00:00Z') });
});
afterAll(() => service.close());

const place = { account_id: newId(), location_id: newId() };
const historyOf = async ({ order_id }: TestOrder, seenFrom: object = place) =>
  (await service.call(`GET /internal/order-history/${order_id}`, { user: viewerOf(seenFrom) })).body.entries;

test('tells who changed what, oldest first, whatever the order in which it is told', async () => {
  const first = anOrder(place);
  const accepted = updated(first, { status: 'accepted', confirmed_time: '2026-11-26T13:00:00+01:00' });
  const renamed = updated(accepted.order, { items: [{ id: 'i1', name: 'Pasta' }], total: '12.00 EUR' });
  const completed = updated(renamed.order, { status: 'completed' });
  const messages = [created(first), accepted.change, renamed.change, { ...completed.change, client_id: null }].map(
    changeMessage,
  );
  for (const message of [...messages].reverse()) await service.send(message);
  await service.send(...messages);
  const entry = (id: number, rest: object) => ({
    ...{
      id: messages[id]?.id,
      at: expect.stringMatching(/Z$/),
      client_id: 'the-client',
      client_name: null,
      fields: [],
    },
    ...rest,
  });
  expect(await historyOf(first)).toEqual([
    entry(0, { client_name: 'Website', from_status: null, to_status: 'new' }),
    entry(1, { from_status: 'new', to_status: 'accepted', fields: ['confirmed_time'] }),
    entry(2, { from_status: 'accepted', to_status: 'accepted', fields: ['items', 'total'] }),
    entry(3, { from_status: 'accepted', to_status: 'completed', client_id: null }),
  ]);
});

test('does not tell what only one client sees, such as its private ref', async () => {
  const order = anOrder(place);
  await service.sendChanges(created(order), updated(order, { private_ref: null }).change);
  expect(await historyOf(order)).toHaveLength(1);
});

test('is bounded', async () => {
  let { order, change } = updated(anOrder(place), { status: 'accepted' });
  for (let batch = 0; batch < 5; batch += 1) {
    const changes = Array.from({ length: 90 }, (_, at) => {
      ({ order, change } = updated(order, { seller_notes: `${batch} ${at}` }));
      return change;
    });
    await service.sendChanges(...changes);
  }
  expect(await historyOf(order)).toHaveLength(270);
});

test.each([
  ['another account', { account_id: newId(), location_id: place.location_id }],
  ['another location of the account', { ...place, location_id: newId() }],
])('is empty from %s', async (_, elsewhere) => {
  const order = anOrder(place);
  await service.sendChanges(created(order));
  expect(await historyOf(order)).toHaveLength(1);
  expect(await historyOf(order, elsewhere)).toEqual([]);
});

test('needs a location', async () => {
  const answer = await service.call('GET /internal/order-history/o1', {
    user: viewerOf({ account_id: place.account_id }),
  });
  expect(answer.status).toBe(404);
});
