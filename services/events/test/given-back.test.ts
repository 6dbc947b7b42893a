/** Whatever a request takes is given back when its client gives up, wherever the request waits (docs/api/limits.md). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { TestCaller } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import {
  answersInAllSlots,
  giveUpInSlot,
  giveUpWaiting,
  lockLargeValues,
  type SlotUse,
} from '@order-hub/testing/giving-up';
import { anOrderChange } from './builders.ts';
import { startTestService, type TestService } from './service.ts';

const readsMax = 20;

let events: TestService;
const subscribers: { as: TestCaller; route: string }[] = [];

/** A callback with a large event. */
async function subscribe() {
  const as = await events.subscriber({ order: ['create'] });
  const change = anOrderChange(as);
  const new_state = (change.new_state ?? '').replace(
    '"private_ref":null',
    `"private_ref":null,"notes":"${'x'.repeat(300_000)}"`,
  );
  await events.sendChanges({ ...change, new_state });
  const [{ id }] = await events.listed(as);
  return { as, route: `GET /callback/events/${id}` };
}

beforeAll(async () => {
  events = await startTestService({ LARGE_READS_MAX: `${readsMax}`, DATABASE_POOL_SIZE: `${readsMax + 5}` });
  for (let count = 0; count < readsMax; count += 1) subscribers.push(await subscribe());
});
afterAll(() => events.close());

/** The slots of large reads; see also the test of orders. */
const use: SlotUse = {
  clients: sized(5, 100),
  db: () => events.db,
  lockAll: () => lockLargeValues(events.db, 'changes'),
  begin: (account) => events.begin(subscribers[account]!.route, { as: subscribers[account]!.as }),
  ...{ slots: readsMax, perAccount: 1, waitingMax: 32 },
};

test.each([
  ['wait for it', giveUpWaiting],
  ['have it', giveUpInSlot],
])('clients that need a slot for a large event leave all free when they give up while they %s', async (_, giveUp) => {
  await giveUp(use);
  expect(new Set(await answersInAllSlots(use))).toEqual(new Set([200]));
});
