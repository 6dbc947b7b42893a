/** Concurrent orders are stored together (docs/decisions/0019-group-commit.md). */
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller, eventually } from '@order-hub/testing/call';
import { anOrder } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterEach(() => orders.db.query('drop function if exists refuse cascade'));
afterAll(() => orders.close());

/** A location with thirty orders to place, the 20th of which has the ref `marked`. */
function thirtyOrders() {
  const as = aCaller();
  const path = `/locations/${as.location_id}/orders`;
  const sent = Array.from({ length: 30 }, (_, n) => (n === 19 ? 'marked' : `R-${n}`));
  const placeAll = () => Promise.all(sent.map((ref) => orders.call(`POST ${path}`, { as, body: anOrder({ ref }) })));
  const list = () => orders.call(`GET ${path}`, { as });
  const refs = async () => {
    const { rows } = await orders.db.query('select document from orders where location_id = $1', [as.location_id]);
    return rows.map(({ document }) => JSON.parse(document).ref as string).sort();
  };
  const announced = () =>
    orders
      .changes()
      .filter(({ location_id }) => location_id === as.location_id)
      .map(({ new_state }) => JSON.parse(new_state ?? '').ref as string)
      .sort();
  return { sent, placeAll, list, refs, announced };
}

/** Makes the database refuse rows that hold the ref `marked`. */
const refuseIn = (table: string, column: string, errcode: string) =>
  orders.db.query(`
    create function refuse() returns trigger language plpgsql as $$ begin
      if new.${column} like '%marked%' then raise 'refused by the test' using errcode = '${errcode}'; end if;
      return new;
    end $$;
    create trigger refuse before insert on ${table} for each row execute function refuse()`);

const sorted = (refs: readonly string[]) => [...refs].sort();

test('thirty at once are all stored, each announced once', async () => {
  const { sent, placeAll, refs, announced } = thirtyOrders();
  const answers = await placeAll();
  expect(answers.map(({ status, body }) => [status, body.ref])).toEqual(sent.map((ref) => [200, ref]));
  expect(await refs()).toEqual(sorted(sent));
  await eventually(() => announced().length >= 30);
  expect(announced()).toEqual(sorted(sent));
});

describe.each([
  ['orders', 'document'],
  ['outbox', 'body'],
])('when one of thirty is refused by the table %s', (table, column) => {
  test('it is answered 500, and the others are stored and announced', async () => {
    const { sent, placeAll, refs, announced } = thirtyOrders();
    await refuseIn(table, column, 'check_violation');
    const answers = await placeAll();
    expect(answers.map(({ status }) => status)).toEqual(sent.map((ref) => (ref === 'marked' ? 500 : 200)));
    const others = sorted(sent.filter((ref) => ref !== 'marked'));
    expect(await refs()).toEqual(others);
    await eventually(() => announced().length >= 29);
    expect(announced()).toEqual(others);
  });

  test('in an outage it is answered 503, and what was answered 200 is stored and announced', async () => {
    const { sent, placeAll, refs, announced } = thirtyOrders();
    await refuseIn(table, column, 'query_canceled');
    const answers = await placeAll();
    const placed = sorted(sent.filter((_, n) => answers[n]?.status === 200));
    // The first order to arrive has a statement of its own: either it is stored, or it is `marked` and all others are.
    expect(placed.length).toBeGreaterThan(0);
    expect(placed).not.toContain('marked');
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(30 - placed.length);
    expect(await refs()).toEqual(placed);
    await eventually(() => announced().length >= placed.length);
    expect(announced()).toEqual(placed);
  });
});

test('a service that stops first stores the orders that it has begun to answer', async () => {
  const { sent, placeAll, list, refs } = thirtyOrders();
  const holder = await orders.db.connect();
  await holder.query('begin');
  await holder.query('lock table orders in exclusive mode');
  const answers = placeAll();
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await eventually(async () => (await orders.db.query(waiting)).rowCount === 2);
  // A list is not locked out. When it is answered, the requests before it have arrived.
  expect((await list()).body).toEqual([]);
  const stopped = orders.stop();
  await holder.query('commit');
  holder.release();
  expect((await answers).map(({ status }) => status)).toEqual(sent.map(() => 200));
  await stopped;
  expect(await refs()).toEqual(sorted(sent));
});
