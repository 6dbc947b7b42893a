/** Changes are partitioned by quarter, and go with their events (docs/decisions/0063-changes-go-with-their-events.md). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { listPartitions } from '@order-hub/shared/partitions';
import { eventually } from '@order-hub/testing/call';
import { anOrderChange } from './builders.ts';
import { changeMessage, startTestService, type TestService } from './service.ts';

let service: TestService;
let now = new Date('2026-11-24T10:00:00Z');
beforeAll(async () => {
  service = await startTestService({}, { now: () => now });
});
afterAll(() => service.close());

const subscribed = { order: ['create'] };
const names = async () => (await listPartitions(service.db, 'changes')).map(({ name }) => name);

/** Restarts the service on this day, and waits until it has these partitions. `first`, or the month in which each begins. */
async function restartAt(day: string, partitions: string[]) {
  await service.stop();
  now = new Date(day);
  await service.start();
  const expected = partitions.map((begins) => `changes_${begins === 'first' ? '' : 'from_'}${begins}`);
  await eventually(async () => (await names()).join() === expected.join());
}

/** Moves what is stored to ids of this day, as if it had been stored then. */
async function moveTo(day: string) {
  const id = newId(new Date(day));
  await service.db.query('update changes set id = $1', [id]);
  await service.db.query('update events set change_id = $1', [id]);
  return id;
}

test('a change has the account in which it happened', async () => {
  const caller = await service.subscriber(subscribed);
  await service.sendChanges(anOrderChange(caller));
  const { rows } = await service.db.query('select account_id from changes');
  expect(rows).toEqual([{ account_id: caller.account?.id }]);
  const [event] = await service.listed(caller);
  await service.db.query(`update changes set account_id = 'another'`);
  expect(await service.listed(caller)).toEqual([]);
  expect((await service.call(`GET /callback/events/${event.id}`, { as: caller })).status).toBe(404);
  await service.db.query('delete from events; delete from changes');
});

test('a process of the previous release stores changes without their account, and their events are read', async () => {
  const caller = await service.subscriber(subscribed);
  const { callback_id } = (
    await service.db.query('select id as callback_id from callbacks where connection_id = $1', [caller.connection_id])
  ).rows[0];
  const [change_id, event_id] = [newId(), newId()];
  const { ids, new_state } = anOrderChange(caller);
  // The statement of the release before 0011-accounts-of-changes.
  await service.db.query(
    `with locked as (
       select id from callbacks where id = any ($13::text[]) for key share
     ), stored as (
       insert into changes (id, resource_type, event_type, created_at, timezone, ids, previous_state, new_state,
         state_change, previous_private_refs, private_refs, customer_id)
       select c.id, c.resource_type, c.event_type, c.created_at::timestamptz, c.timezone, c.ids, c.previous_state, c.new_state,
         c.state_change, c.previous_refs::jsonb, c.refs::jsonb, c.customer_id
       from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
         $8::text[], $9::text[], $10::text[], $11::text[], $12::text[])
         as c (id, resource_type, event_type, created_at, timezone, ids, previous_state, new_state, state_change,
         previous_refs, refs, customer_id)
     )
     insert into events (callback_id, id, change_id, resource)
     select e.callback_id, e.id, e.change_id, e.resource
     from unnest($14::text[], $15::text[], $16::text[], $17::text[]) as e (callback_id, id, change_id, resource)
     join locked on locked.id = e.callback_id`,
    [
      ...[[change_id], ['order'], ['create'], [now.toISOString()], ['UTC'], [JSON.stringify(ids)], [null], [new_state]],
      ...[[null], [null], [null], [null]],
      ...[[callback_id], [callback_id], [event_id], [change_id], ['order o']],
    ],
  );
  expect(await service.listed(caller)).toEqual([expect.objectContaining({ id: event_id, ...ids })]);
  const event = await service.call(`GET /callback/events/${event_id}`, { as: caller });
  expect(event).toMatchObject({ status: 200, body: { id: event_id, new_state: { id: ids.order_id } } });
  await service.db.query('delete from events; delete from changes');
});

describe('a past quarter', () => {
  let caller: Awaited<ReturnType<TestService['subscriber']>>;
  beforeAll(async () => {
    caller = await service.subscriber(subscribed);
    await restartAt('2027-03-15T00:00:00Z', ['first', '2027_04', '2027_07']);
    await restartAt('2027-06-15T00:00:00Z', ['2027_04', '2027_07', '2027_10']);
  });

  test('stays while an event of a passive callback refers to one of its changes', async () => {
    await service.sendChanges(anOrderChange(caller));
    await moveTo('2027-05-05');
    await restartAt('2027-09-15T00:00:00Z', ['2027_04', '2027_07', '2027_10', '2028_01']);
    expect(await service.listed(caller)).toHaveLength(1);
  });

  test('stays while an operator may replay an event of it', async () => {
    await service.db.query(
      `with gone as (delete from events returning id, change_id)
       insert into dropped_events (id, change_id, connection_id, attempts, reason, dropped_at)
       select id, change_id, $1, 7, 'status 500', $2 from gone`,
      [caller.connection_id, '2027-12-14T00:00:00Z'],
    );
    await restartAt('2027-12-15T00:00:00Z', ['2027_04', '2027_10', '2028_01', '2028_04']);
  });

  test('is dropped when nothing refers to it, and nothing else is', async () => {
    await service.sendChanges(anOrderChange(caller));
    await service.db.query('delete from dropped_events');
    await restartAt('2027-12-16T00:00:00Z', ['2027_10', '2028_01', '2028_04']);
    expect(await service.listed(caller)).toHaveLength(1);
  });

  test('is not missed by a message that comes years late', async () => {
    const message = { ...changeMessage(anOrderChange(caller)), id: newId(new Date('2027-05-05')) };
    expect(await service.send(message)).toEqual([]);
    expect(await service.listed(caller)).toHaveLength(2);
  });
});

/** The plan that a named statement gets for all values. */
async function planOf(statement: string, id: string): Promise<string> {
  const client = await service.db.connect();
  await client.query('set plan_cache_mode = force_generic_plan');
  await client.query(`prepare planned (text) as ${statement}`);
  const { rows } = await client.query(`explain (analyze, costs off) execute planned('${id}')`);
  client.release(true);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test('of three partitions, an event reads the one of its change', async () => {
  await service.db.query('delete from events; delete from changes');
  await service.sendChanges(anOrderChange(await service.subscriber(subscribed)));
  const id = await moveTo('2028-02-02');
  expect(await planOf('select new_state from changes where id = $1', id)).toMatch(/Subplans Removed: 2/);
  const joined = await planOf(
    'select ch.new_state from events e join changes ch on ch.id = e.change_id where e.change_id = $1',
    id,
  );
  expect(joined).toMatch(/Index Scan using changes_from_2028_01_pkey/);
  expect(joined).not.toMatch(/on changes_from_2028_04.*actual/);
});
