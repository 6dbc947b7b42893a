/** An order with four times as many private refs costs about four times as much to create and to update. */
import { cpuUsage } from 'node:process';
import { expect, test } from '@jest/globals';
import { orderCreate } from '../../services/orders/src/orders/order.schema.ts';
import { draftOrder, updatedOrder } from '../../services/orders/src/orders/order.ts';

const now = new Date('2026-07-01T10:00:00Z');
const place = { location_id: 'location', timezone: 'Europe/Paris', connection_name: null };
const updater = { client_id: 'client', client_name: 'Website', currency: 'EUR', now };
const facts = { ...place, ...updater, customer: null, customerRefs: null };
const runs = 5;
/** Proportional work gives 4, quadratic work 16. */
const ratioMax = 10;

function leastCpuMs(work: () => unknown): number {
  const measured = Array.from({ length: runs }, () => {
    const before = cpuUsage();
    work();
    return cpuUsage(before).user;
  });
  return Math.min(...measured) / 1_000;
}

function bodyOf(count: number) {
  const given = orderCreate.parse({ status: 'new' });
  const payments = Array.from({ length: count }, (_, index) => ({
    ...{ private_ref: `P-${index}`, name: null, ref: null, amount: '1.00 EUR', info: null, deleted: false },
  }));
  return { ...given, payments };
}

test('creating an order with a private ref for each payment', () => {
  const [quarter, whole] = [bodyOf(4_000), bodyOf(16_000)];
  expect(Object.keys(draftOrder(whole, facts).private_refs?.client ?? {})).toHaveLength(16_000);
  const before = leastCpuMs(() => draftOrder(quarter, facts));
  expect(leastCpuMs(() => draftOrder(whole, facts))).toBeLessThan(ratioMax * Math.max(before, 2));
});

test('setting the private ref of each payment', () => {
  const updateOf = (count: number) => {
    const stored = draftOrder(bodyOf(count), facts);
    const payments = stored.order.payments.map(({ id }) => ({ change: 'private_ref', id, private_ref: 'X' }) as const);
    return () => updatedOrder(stored, { payments }, updater);
  };
  const before = leastCpuMs(updateOf(4_000));
  expect(leastCpuMs(updateOf(16_000))).toBeLessThan(ratioMax * Math.max(before, 2));
});
