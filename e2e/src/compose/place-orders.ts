/** A website under load: places one order after another, each with an idempotency key, as docs/api/conventions.md advises. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, HubError, Schemas } from '@order-hub/client';

/** After a failure, so that refused connections do not take all the processor time. */
const pauseMs = 100;
const order: Schemas['OrderCreate'] = {
  status: 'new',
  service_type: 'collection',
  items: [{ product_name: 'Margherita', price: '9.80 EUR', quantity: '2' }],
};

/** `placed`: the ids of the orders that were answered with 200. `failures`: every other answer, or the lack of one. */
export type PlacedOrders = { placed: string[]; failures: string[] };

/** Starts `writers` that place orders at once, until `stop` is called. */
export function placeOrders(api: Client, writers: number): { stop(): Promise<PlacedOrders> } & PlacedOrders {
  const placed: string[] = [];
  const failures: string[] = [];
  let stopping = false;

  async function write(): Promise<void> {
    while (!stopping) {
      try {
        placed.push((await api.createOrder({ body: order })).id);
      } catch (error) {
        const { status, code, message } = error as HubError;
        failures.push(`${status} ${code}: ${message}`);
        await sleep(pauseMs);
      }
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
