import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer, Call } from '../call-api.ts';
import type { Change } from './changes.ts';

/** Long enough to leave a small machine time to start the processes that go away meanwhile. */
const pauseMs = 150;
const writersOfEach = 2;

/** `outcomes`: how often each was answered, as `status error_type`. `orders`: the status for each order, by its ref. */
export type Load = { outcomes: Map<string, number>; orders: Map<string, number>; stop(): Promise<void> };

let count = 0;

/** Places orders and makes the changes, over and over, until stopped. `stop` throws if a request got no answer. */
export function startLoad(call: Call, changes: readonly Change[]): Load {
  const outcomes = new Map<string, number>();
  const orders = new Map<string, number>();
  let isStopping = false;

  async function placeOrder(): Promise<Answer> {
    const ref = `${process.pid}-${(count += 1)}`;
    const answer = await call('POST /location/orders', { body: { status: 'new', ref } });
    orders.set(ref, answer.status);
    return answer;
  }

  async function repeat(request: () => Promise<Answer>): Promise<void> {
    while (!isStopping) {
      const { status, body } = await request();
      const outcome = status === 200 ? '200' : `${status} ${body.error_type}`;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      await sleep(pauseMs);
    }
  }

  const requests = [placeOrder, ...changes.map(({ make }) => make)];
  const running = Promise.all(
    requests.flatMap((request) => Array.from({ length: writersOfEach }, () => repeat(request))),
  );
  // `stop` reports a failure.
  running.catch(() => undefined);
  return {
    outcomes,
    orders,
    async stop() {
      isStopping = true;
      await running;
    },
  };
}
