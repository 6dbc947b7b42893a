import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { idFloor, newId } from '@order-hub/shared/ids';
import { park } from '@order-hub/shared/parking';
import { listPartitions } from '@order-hub/shared/partitions';
import { eventually, type TestCaller } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { schemaShapes } from '@order-hub/testing/schema-shapes';
import { messageOf } from '@order-hub/testing/service';
import { migrations } from '../migrations/index.ts';
import { findAnonymised } from '../src/events/anonymising/anonymised-customer.store.ts';
import { deleteOldMarks } from '../src/events/delete-old-marks.ts';
import { deleteObsolete } from '../src/housekeeping/delete-obsolete.ts';
import { anOrderChange } from './builders.ts';
import { changeMessage, startTestService, type TestService } from './service.ts';

/** Every stored event and message of an anonymised customer loses the personal data (docs/api/customers.md#anonymisation). */
describe('an anonymised customer', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  const secret = 'ada@example.com';

  const aCustomer = () => ({ id: newId(), email: secret, phone: secret, city: 'London', anonymised: false });

  type TestCustomer = ReturnType<typeof aCustomer>;

  const anUpdate = (as: TestCaller, customer: TestCustomer) => {
    const state = JSON.stringify({ id: newId(), customer, total: '1.00 EUR' });
    return anOrderChange(as, {
      event_type: 'update',
      customer_id: customer.id,
      previous_state: state,
      new_state: state,
    });
  };

  const anonymise = ({ id: customer_id }: TestCustomer) => {
    const body = { account_id: 'a', customer_list_id: 'k1', customer_id, client_id: null, list_deleted: false };
    return service.send(messageOf('customer.anonymised', customer_id, body));
  };

  const finished = () =>
    eventually(async () => {
      const { rowCount } = await service.db.query('select from forgotten_customers where finished_at is null');
      return rowCount === 0;
    });

  /** All rows of all tables with the secret, as text. */
  async function rowsWithSecret(): Promise<string[]> {
    const { rows: tables } = await service.db.query<{ name: string }>(
      `select quote_ident(table_name) as name from information_schema.tables where table_schema = 'events'`,
    );
    const texts = tables.map(async ({ name }) => {
      const text = `select t::text as row from ${name} t where strpos(t::text, $1) > 0`;
      return (await service.db.query<{ row: string }>(text, [secret])).rows.map(({ row }) => row);
    });
    return (await Promise.all(texts)).flat();
  }

  const rejected = (as: TestCaller, customer: TestCustomer) => {
    const { id, topic, key, body } = changeMessage(anUpdate(as, customer));
    return { id, topic, key, body: JSON.stringify(body), reason: 'no' };
  };

  test('events that are waiting, failed, dropped or no longer visible lose the data; so do rejected messages', async () => {
    const customer = aCustomer();
    const orders = { order: ['update'] };
    const [passive, narrowed, away] = [
      await service.subscriber(orders),
      await service.subscriber(orders),
      await service.subscriber(orders, 'http://127.0.0.1:1/'),
    ];
    for (const as of [passive, narrowed, away])
      await service.sendChanges(anUpdate(as, customer), anUpdate(as, customer));
    await eventually(async () => (await service.db.query('select from events where attempts > 0')).rowCount);
    await service.db.query(
      `insert into dropped_events (id, change_id, connection_id, attempts, reason)
     select e.id, e.change_id, $1, 7, 'no answer' from events e limit 1`,
      [away.connection_id],
    );
    await service.sendConnection(narrowed, { version: 2, scope: 'location[inventory.read]' });
    await park(service.db, [rejected(passive, customer)], findAnonymised);
    expect((await rowsWithSecret()).length).toBeGreaterThanOrEqual(5);
    await anonymise(customer);
    await finished();
    expect(await rowsWithSecret()).toEqual([]);
    const { rows } = await service.db.query('select body from outbox');
    expect(JSON.parse(JSON.parse(rows[0].body).new_state).customer).toEqual({
      ...customer,
      email: null,
      phone: null,
      anonymised: true,
    });
    expect(await service.listed(passive)).toHaveLength(2);
  });

  test('changes and rejected messages that arrive during the anonymisation keep no personal data', async () => {
    const as = await service.subscriber({ order: ['update'] });
    for (let round = 0; round < sized(10, 100); round += 1) {
      const customer = aCustomer();
      await Promise.all([
        park(service.db, [rejected(as, customer), rejected(as, customer)], findAnonymised),
        anonymise(customer),
        service.sendChanges(anUpdate(as, customer)),
        park(service.db, [rejected(as, customer)], findAnonymised),
      ]);
    }
    await finished();
    expect(await rowsWithSecret()).toEqual([]);
  });

  test('housekeeping keeps an unfinished mark', async () => {
    const [done, open] = [newId(), newId()];
    await service.db.query(
      `insert into forgotten_customers (customer_id, forgotten_at, finished_at)
     values ($1, now() - interval '31 days', now()), ($2, now() - interval '31 days', null)`,
      [done, open],
    );
    expect(await deleteOldMarks(service.db, new Date(Date.now() - 30 * 86_400_000))).toBe(1);
    const { rows } = await service.db.query(
      'select customer_id from forgotten_customers where customer_id = any ($1)',
      [[done, open]],
    );
    expect(rows).toEqual([{ customer_id: open }]);
  });
});

describe('housekeeping', () => {
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
    for (const { id } of await service.listed(reads))
      await service.call(`DELETE /callback/events/${id}`, { as: reads });
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
});

/** Changes are partitioned by quarter, and go with their events (docs/decisions/0063-changes-go-with-their-events.md). */
describe('the partitions of changes', () => {
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
        ...[
          [change_id],
          ['order'],
          ['create'],
          [now.toISOString()],
          ['UTC'],
          [JSON.stringify(ids)],
          [null],
          [new_state],
        ],
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
});

describe('migrations', () => {
  test('down takes everything away, and up again makes the same', async () => {
    const { up, down, upAgain } = await schemaShapes('events', migrations);
    expect(up.length).toBeGreaterThan(0);
    expect(down).toEqual([]);
    expect(upAgain).toEqual(up);
  });
});
