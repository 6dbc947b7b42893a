import { setTimeout as sleep } from 'node:timers/promises';
import type { Connected } from '../tenant.ts';
import { countFailure, outcomeOf, type Attempt, type Ledger, type Outcome } from './ledger.ts';
import type { Shop } from './shop.ts';

const patienceMs = 15_000;
/** One order in this many has its status changed. */
const updatedIn = 4;

type Answered = { outcome: Outcome; body?: { id: string } };

const reasonOf = (error: unknown): string => {
  const { cause, name, message } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? (name === 'TimeoutError' ? 'no answer' : message);
};

async function ask({ call }: Connected, route: string, body: object, ledger: Ledger): Promise<Answered> {
  try {
    const answer = await call(route, { body, patienceMs });
    if (answer.status !== 200) countFailure(ledger, `status ${answer.status}`);
    return { outcome: outcomeOf(answer.status), body: answer.body };
  } catch (error) {
    countFailure(ledger, reasonOf(error));
    return { outcome: 'unknown' };
  }
}

type Writer = { shop: Shop; client: Connected; name: string };

async function writeOrder({ shop, client, name }: Writer, count: number, ledger: Ledger): Promise<void> {
  const ref = `${name}-${count}`;
  const item = { product_name: 'Quattro stagioni', price: '12.30 EUR', quantity: '1' };
  const { outcome, body } = await ask(client, 'POST /location/orders', { status: 'new', ref, items: [item] }, ledger);
  const { account_id } = shop;
  const attempt: Attempt = { ref, account_id, client, outcome };
  if (outcome === 'acknowledged' && body) attempt.order = body;
  ledger.note(attempt);
  if (!attempt.order || count % updatedIn !== 0) return;
  const update = await ask(client, `PATCH /location/orders/${attempt.order.id}`, { status: 'accepted' }, ledger);
  attempt.update = update.outcome;
}

type WriterOptions = { count: number; pauseMs: number; slowPauseMs: number; ordersAtFullPace: number };

/** Starts `count` writers, for both clients of both shops, that create orders. Returns a function that stops them. */
export function startWriters(shops: readonly Shop[], ledger: Ledger, options: WriterOptions) {
  const { count, pauseMs, slowPauseMs, ordersAtFullPace } = options;
  let stopping = false;
  async function work(index: number): Promise<void> {
    const shop = shops[index % shops.length];
    if (!shop) return;
    // One writer in five is a till.
    const client = index % 5 === 4 ? shop.till : shop.website;
    const writer = { shop, client, name: `writer-${index}` };
    for (let order = 0; !stopping; order += 1) {
      await writeOrder(writer, order, ledger);
      await sleep((order < ordersAtFullPace ? pauseMs : slowPauseMs) * (0.5 + Math.random()));
    }
  }
  const ended = Promise.all(Array.from({ length: count }, (_, index) => work(index)));
  return async (): Promise<void> => {
    stopping = true;
    await ended;
  };
}
