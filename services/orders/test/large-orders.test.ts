import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller, type TestCaller } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import {
  answersInAllSlots,
  giveUpInSlot,
  giveUpWaiting,
  lock,
  lockLargeValues,
  type SlotUse,
} from '@order-hub/testing/giving-up';
import { mutated } from '@order-hub/testing/mutations';
import fc from 'fast-check';
import { aCustomer, anItem, anOrder } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

/** A large order is prepared in a thread, with the same result as a small one on the event loop. */
describe('large orders in threads', () => {
  let orders: TestOrders;

  beforeAll(async () => {
    orders = await startTestOrders({ now: () => new Date('2026-07-01T10:00:00Z') });
  });

  afterAll(() => orders.close());

  const as = aCaller();

  const pathOf = ({ location_id }: TestCaller) => `/locations/${location_id}/orders`;

  /** The same JSON in more than 64 KiB: white space does not count. */
  const enlarged = (body: unknown) => (JSON.stringify(body) ?? 'null') + ' '.repeat(65_536);

  const withoutIds = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (key, part) => (key === 'id' && part !== null ? 'id' : part)));

  type Method = 'POST' | 'PATCH';

  /** Jest runs these files in a realm of their own, whose objects zod calls by the name of their class. A thread has no such realm. */
  const withoutRealm = (body: unknown) =>
    JSON.parse(JSON.stringify(body).replaceAll('received Object', 'received object'));

  /** The answer to a request, what it stored, and the changes that it announced. */
  async function outcomeOf(route: `${Method} ${string}`, body: string, order_id?: string) {
    const before = orders.changes().length;
    const answer = await orders.call(route, { as, body });
    const id = order_id ?? answer.body.id;
    const { rows } = await orders.db.query('select status, document, private_refs from orders where id = $1', [id]);
    const [row] = rows;
    await orders.untilSent();
    const changes = orders.changes().slice(before);
    return withoutIds({
      status: answer.status,
      body: withoutRealm(answer.body),
      row: row && {
        ...row,
        document: JSON.parse(row.document),
        private_refs: Object.values(row.private_refs ?? {}).length,
      },
      changes: changes.map(({ event_type, new_state }) => [event_type, JSON.parse(new_state ?? '')]),
    });
  }

  const whole = {
    ...anOrder({ service_type: 'delivery', private_ref: 'r', expected_time: '2026-07-01T12:00:00Z' }),
    custom_fields: { a: { b: [1, null] } },
    deals: { a: { name: 'A' } },
    items: [
      anItem({
        private_ref: 'first',
        options: [{ option_list_name: 'L', name: 'N', price: '1.00 EUR', quantity: 1 }],
        deal_line: { deal_key: 'a', pricing_effect: 'fixed_price', pricing_value: '1.00 EUR' },
      }),
    ],
    discounts: [{ name: 'D', price_off: '1.00 EUR' }],
    charges: [{ name: 'C', price: '1.00 EUR' }],
    payments: [{ amount: '1.00 EUR', info: { x: 1 } }],
    customer: { first_name: 'A', birth_date: '2000-01-01', country: 'FR' },
  };

  describe('any body gives the same answer, row and changes in a thread', () => {
    test(
      'of a creation',
      () =>
        fc.assert(
          fc.asyncProperty(fc.oneof(fc.constant(whole), mutated(whole)), async (body) => {
            const route = `POST ${pathOf(as)}` as const;
            expect(await outcomeOf(route, enlarged(body))).toEqual(
              await outcomeOf(route, JSON.stringify(body) ?? 'null'),
            );
          }),
          { numRuns: sized(10, 100) },
        ),
      120_000,
    );

    test(
      'of an update',
      () =>
        fc.assert(
          fc.asyncProperty(fc.oneof(fc.constant({ ...whole, customer: undefined }), mutated(whole)), async (body) => {
            const { body: one } = await orders.call(`POST ${pathOf(as)}`, { as, body: whole });
            const { body: other } = await orders.call(`POST ${pathOf(as)}`, { as, body: whole });
            await orders.untilSent();
            const inThread = await outcomeOf(`PATCH ${pathOf(as)}/${one.id}`, enlarged(body), one.id);
            const onLoop = await outcomeOf(`PATCH ${pathOf(as)}/${other.id}`, JSON.stringify(body) ?? 'null', other.id);
            expect(inThread).toEqual(onLoop);
          }),
          { numRuns: sized(10, 60) },
        ),
      120_000,
    );
  });

  describe('a large body', () => {
    const send = (route: string, body: string) => orders.call(route, { as, body });

    test('whose order names a customer is prepared with the customer', async () => {
      orders.customers.known.set('c1', { customer: aCustomer('c1'), private_refs: null });
      const { status, body } = await send(`POST ${pathOf(as)}`, enlarged(anOrder({ customer_id: 'c1' })));
      expect([status, body.customer.last_name]).toEqual([200, 'Lovelace']);
      expect(orders.customers.attached).toEqual([expect.objectContaining({ customer_id: 'c1', order_id: body.id })]);
    });

    test('that names an unknown customer is refused', async () => {
      const { status, body } = await send(`POST ${pathOf(as)}`, enlarged(anOrder({ customer_id: 'nobody' })));
      expect([status, body.errors[0].field]).toEqual([422, 'customer_id']);
    });

    test('that is no JSON is refused', async () => {
      const { status, body } = await send(`POST ${pathOf(as)}`, '{'.repeat(70_000));
      expect([status, body.error_type]).toEqual([422, 'unprocessable_entity']);
      expect((await send(`POST ${pathOf(as)}`, ' '.repeat(70_000))).status).toBe(400);
    });

    test('for an unknown order is 404, and an invalid one 422, as a small one is', async () => {
      const route = `PATCH ${pathOf(as)}/${'0'.repeat(20)}`;
      expect((await send(route, enlarged({ status: 'accepted' }))).status).toBe(404);
      expect((await send(route, enlarged({ status: 'nonsense' }))).status).toBe(422);
    });
  });
});

/** Whatever a request takes is given back when its client gives up, wherever the request waits (docs/api/limits.md). */
describe('whatever a request takes is given back', () => {
  const readsMax = 20;

  const threadsMax = 10;

  /** A location with a small order and two large ones, in this order: a page reads the first without a slot. */
  type Shop = { as: TestCaller; id: string; list: string; retrieve: string; update: string };

  let orders: TestOrders;

  const shops: Shop[] = [];

  async function openShop(): Promise<Shop> {
    const as = aCaller();
    const path = `/locations/${as.location_id}/orders`;
    await orders.call(`POST ${path}`, { as, body: anOrder() });
    const enlarge = async (bytes: number) => {
      const { body } = await orders.call(`POST ${path}`, { as, body: anOrder({ customer_notes: 'NOTE' }) });
      const text = `update orders set document = replace(document, 'NOTE', repeat('x', $2)) where id = $1`;
      await orders.db.query(text, [body.id, bytes]);
      return body.id as string;
    };
    await enlarge(1_100_000);
    const id = await enlarge(300_000);
    const one = `${path}/${id}`;
    return { as, id, list: `GET ${path}?count=2`, retrieve: `GET ${one}`, update: `PATCH ${one}` };
  }

  beforeAll(async () => {
    const settings = {
      NODE_ENV: 'production',
      LARGE_READS_MAX: `${readsMax}`,
      LARGE_ORDER_THREADS: `${threadsMax}`,
      DATABASE_POOL_SIZE: `${readsMax + 5}`,
    };
    orders = await startTestOrders({ settings });
    for (let count = 0; count < readsMax; count += 1) shops.push(await openShop());
  });

  afterAll(() => orders.close());

  /** A body that goes to a thread, and changes nothing. */
  const largeBody = `{${' '.repeat(65_536)}}`;

  const uses: Record<string, SlotUse> = {
    'a large order, or a page of large orders': {
      clients: sized(1, 1_000),
      db: () => orders.db,
      lockAll: () => lockLargeValues(orders.db, 'orders'),
      begin(account, count) {
        const { as, retrieve, list } = shops[account]!;
        return orders.begin((account + count) % 4 === 0 ? list : retrieve, { as });
      },
      ...{ slots: readsMax, perAccount: 1, waitingMax: 32 },
    },
    'a thread for a large body': {
      clients: sized(1, 1_000),
      db: () => orders.db,
      lockAll: () => lock(orders.db, 'select from orders where id = any ($1) for update', [shops.map(({ id }) => id)]),
      begin: (account) => orders.begin(shops[account]!.update, { as: shops[account]!.as, body: largeBody }),
      ...{ slots: threadsMax, perAccount: 1, waitingMax: 16 },
    },
  };

  describe.each(Object.entries(uses).map(([what, use]) => ({ what, use })))(
    'clients that need a slot for $what leave all free when they give up',
    ({ use }) => {
      test('while they wait for it', async () => {
        await giveUpWaiting(use);
        expect(new Set(await answersInAllSlots(use))).toEqual(new Set([200]));
      }, 360_000);

      test('while they have it', async () => {
        await giveUpInSlot(use);
        expect(new Set(await answersInAllSlots(use))).toEqual(new Set([200]));
      }, 360_000);
    },
  );
});
