import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { idFloor } from '@order-hub/shared/ids';
import { deleteObsolete } from '../src/housekeeping/delete-obsolete.ts';
import { anOrderChange } from './builders.ts';
import { startTestService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const orders = { order: ['create'] };
const counts = async () =>
  (
    await service.db.query(
      `select (select count(*)::int from changes) as changes, (select count(*)::int from events) as events,
         (select count(*)::int from dropped_events) as dropped, (select count(*)::int from removed_callbacks) as removed`,
    )
  ).rows[0];
const housekeep = (after?: string) => {
  const { signal } = new AbortController();
  return deleteObsolete(
    { db: service.db, now: new Date(), signal, droppedDays: 7, markDays: 30, requestLogDays: 7, orderFigureDays: 90 },
    after,
  );
};

test('deletes what cannot be reached any more, and nothing else', async () => {
  const [keeps, leaves, reads] = [
    await service.subscriber(orders),
    await service.subscriber(orders),
    await service.subscriber(orders),
  ];
  await service.sendChanges(
    ...[keeps, leaves, reads].flatMap((caller) => Array.from({ length: 10 }, () => anOrderChange(caller))),
  );
  for (const { id } of await service.listed(reads)) await service.call(`DELETE /callback/events/${id}`, { as: reads });
  await service.call('DELETE /callback', { as: leaves });
  expect(await counts()).toEqual({ changes: 30, events: 20, dropped: 0, removed: 1 });
  await housekeep();
  expect(await counts()).toEqual({ changes: 10, events: 10, dropped: 0, removed: 0 });
  expect(await service.listed(keeps)).toHaveLength(10);
});

test('looks at young changes alone when told so', async () => {
  const reads = await service.subscriber(orders);
  await service.sendChanges(anOrderChange(reads));
  await service.db.query('delete from events where change_id = (select max(id) from changes)');
  await housekeep(idFloor(new Date(Date.now() + 60_000)));
  expect(await counts()).toMatchObject({ changes: 11 });
  await housekeep(idFloor(new Date(Date.now() - 60_000)));
  expect(await counts()).toMatchObject({ changes: 10 });
});

test('keeps operators’ copies for the days of the setting, with their changes', async () => {
  await service.db.query(
    `with gone as (delete from events returning id, change_id)
     insert into dropped_events (id, change_id, connection_id, attempts, reason, dropped_at)
     select id, change_id, 'c', 7, 'status 500', now() - interval '6 days 23 hours' from gone`,
  );
  await housekeep();
  expect(await counts()).toMatchObject({ changes: 10, events: 0, dropped: 10 });
  await service.db.query(`update dropped_events set dropped_at = now() - interval '7 days 1 minute'`);
  await housekeep();
  expect(await counts()).toEqual({ changes: 0, events: 0, dropped: 0, removed: 0 });
});
