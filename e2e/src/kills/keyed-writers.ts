/** Writers that send each order with an `Idempotency-Key`, again and again until it is answered with 200. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connected } from '../tenant.ts';

/** An order that was answered. `repeats`: how often it was sent again. */
export type Answered = { ref: string; id: string; repeats: number; isReplayed: boolean };

/** `failures`: the other answers, with their counts. */
export type Written = { answered: Answered[]; failures: Map<string, number>; lastMs: number };

const patienceMs = 10_000;
const repeatMs = 50;

const reasonOf = (error: unknown) => (error as Error & { cause?: { code?: string } }).cause?.code ?? String(error);

async function send({ call }: Connected, ref: string, key: string) {
  const items = [{ product_name: 'Quattro stagioni', price: '12.30 EUR', quantity: '1' }];
  const options = { body: { status: 'new', ref, items }, headers: { 'idempotency-key': key }, patienceMs };
  try {
    return await call('POST /location/orders', options);
  } catch (error) {
    return { status: 0, reason: reasonOf(error) };
  }
}

async function writeUntilAnswered(client: Connected, written: Written): Promise<void> {
  const ref = randomUUID();
  const key = randomUUID();
  for (let repeats = 0; ; repeats += 1) {
    const answer = await send(client, ref, key);
    if ('body' in answer && answer.status === 200) {
      const isReplayed = answer.headers.get('idempotent-replayed') === 'true';
      written.answered.push({ ref, id: answer.body.id, repeats, isReplayed });
      written.lastMs = Date.now();
      return;
    }
    const reason = 'body' in answer ? `status ${answer.status}` : answer.reason;
    written.failures.set(reason, (written.failures.get(reason) ?? 0) + 1);
    await sleep(repeatMs);
  }
}

/** Starts writers, each of which pauses between its orders. `stop` waits until each has its last order answered. */
export function startKeyedWriters(client: Connected, count: number, pauseMs = 20) {
  const written: Written = { answered: [], failures: new Map(), lastMs: 0 };
  let stopping = false;
  const write = async () => {
    while (!stopping) {
      await writeUntilAnswered(client, written);
      await sleep(pauseMs);
    }
  };
  const ended = Promise.all(Array.from({ length: count }, write));
  const stop = async (): Promise<void> => {
    stopping = true;
    await ended;
  };
  return { written, stop };
}
