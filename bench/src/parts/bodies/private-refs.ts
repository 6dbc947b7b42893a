/** The cost of an order whose payments all have private refs. */
import { cpuUsage } from 'node:process';
import type { Row } from '../../harness/report.ts';

type StoredOrder = { order: { payments: { id: string }[] } };

/** What is measured of services/orders. */
type OrderRules = {
  draftOrder(given: object, facts: object): StoredOrder;
  updatedOrder(stored: StoredOrder, update: object, updater: object): object;
};
type OrderSchema = { orderCreate: { parse(given: object): object } };

const orders = '../../../../../services/orders/dist/src/orders';
const updater = { client_id: 'client', client_name: 'Website', currency: 'EUR', now: new Date('2026-07-01T10:00:00Z') };
const place = { location_id: 'location', timezone: 'Europe/Paris', connection_name: null };
const facts = { ...place, ...updater, customer: null, customerRefs: null };

const refs = { quarter: 4_000, whole: 16_000 };
const runs = 5;
/** Shorter times are too short to compare. */
const comparableMs = 2;

/** The lowest of some runs, which other work on the machine disturbs least. */
function leastCpuMs(work: () => unknown): number {
  const measured = Array.from({ length: runs }, () => {
    const before = cpuUsage();
    work();
    return cpuUsage(before).user / 1_000;
  });
  return Math.max(comparableMs, Math.min(...measured));
}

const growth = (workWith: (count: number) => () => unknown) => {
  const [quarter, whole] = [leastCpuMs(workWith(refs.quarter)), leastCpuMs(workWith(refs.whole))];
  return whole / quarter;
};

/** How the cost of creating and of updating an order grows with its private refs. Proportional work gives 4, quadratic work 16. */
export async function measurePrivateRefs(): Promise<Row[]> {
  const { orderCreate } = (await import(`${orders}/order.schema.js`)) as OrderSchema;
  const { draftOrder, updatedOrder } = (await import(`${orders}/order.js`)) as OrderRules;

  function draft(count: number): () => StoredOrder {
    const payments = Array.from({ length: count }, (_, index) => ({
      ...{ private_ref: `P-${index}`, name: null, ref: null, amount: '1.00 EUR', info: null, deleted: false },
    }));
    const given = { ...orderCreate.parse({ status: 'new' }), payments };
    return () => draftOrder(given, facts);
  }

  function update(count: number): () => object {
    const stored = draft(count)();
    const payments = stored.order.payments.map(({ id }) => ({ change: 'private_ref', id, private_ref: 'X' }));
    return () => updatedOrder(stored, { payments }, updater);
  }

  const part = `an order with ${refs.whole.toLocaleString('en')} private refs`;
  const what = 'times the cost for four times as many';
  return [
    { part, what: `created: ${what}`, measured: growth(draft), atMost: 8 },
    { part, what: `updated: ${what}`, measured: growth(update), atMost: 8 },
  ];
}
