/** A website under load: places one order after another, each with an idempotency key, as docs/api/conventions.md advises. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Call } from '../call-api.ts';

/** After a failure, so that refused connections do not take all the processor time. */
const pauseMs = 100;
const order = {
  status: 'new',
  service_type: 'collection',
  items: [{ product_name: 'Margherita', price: '9.80 EUR', quantity: '2' }],
};

/** `placed`: the ids of the orders that were answered with 200. `failures`: every other answer, or the lack of one. */
export type PlacedOrders = { placed: string[]; failures: string[] };

/** Starts `writers` that place orders at once, until `stop` is called. */
export function placeOrders(call: Call, writers: number): { stop(): Promise<PlacedOrders> } & PlacedOrders {
  const placed: string[] = [];
  const failures: string[] = [];
  let stopping = false;

  /** Why the order was not placed, or undefined. */
  async function placeOne(): Promise<string | undefined> {
    try {
      const { status, body } = await call('POST /location/orders', {
        body: order,
        headers: { 'idempotency-key': randomUUID() },
      });
      if (status !== 200) return `${status} ${JSON.stringify(body)}`;
      placed.push(body.id);
      return undefined;
    } catch (error) {
      return String((error as Error).cause ?? error);
    }
  }

  async function write(): Promise<void> {
    while (!stopping) {
      const failure = await placeOne();
      if (failure === undefined) continue;
      failures.push(failure);
      await sleep(pauseMs);
    }
  }

  const ended = Promise.all(Array.from({ length: writers }, write));
  return {
    placed,
    failures,
    async stop() {
      stopping = true;
      await ended;
      return { placed, failures };
    },
  };
}
