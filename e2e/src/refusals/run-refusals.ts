/**
 * A till whose secret is wrong answers 401 to every event, while writers create orders. Then its secret is mended, and all
 * that it refused is sent again: each event must arrive exactly once (docs/api/events.md#delivery-log).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { lifetime } from '@order-hub/shared/lifetime';
import { eventually } from '@order-hub/testing/call';
import { startRunner } from '../chaos/runner.ts';
import { startKeyedWriters } from '../kills/keyed-writers.ts';
import { startReceiver, type Receiver } from '../receiver.ts';
import { aTenant, type Connected } from '../tenant.ts';

/**
 * What was counted. `sent`: events that the hub said it sends again. `unsent`: orders without a push before the secret was
 * mended; `unrefused`: attempts of the delivery log that are not refused; `lost` and `doubled`: orders whose event did not
 * arrive afterwards, or arrived twice. The last four must be 0.
 */
export type RefusalsReport = {
  minutes: number;
  orders: number;
  logged: number;
  sent: number;
  unsent: number;
  unrefused: number;
  lost: number;
  doubled: number;
};

const writerCount = 2;
const pauseMs = 200;
const patienceMs = 300_000;
const minuteMs = 60_000;

const orderIds = ({ received }: Receiver, isSigned: boolean): string[] =>
  received.filter((one) => one.isSigned === isSigned).map(({ event }) => event.order_id as string);

const missingFrom = (ids: readonly string[], found: readonly string[]) => {
  const known = new Set(found);
  return ids.filter((id) => !known.has(id)).length;
};

/** Orders are created for this many minutes. Returns their ids. */
async function createOrders(website: Connected, minutes: number, say: (text: string) => void): Promise<string[]> {
  const { written, stop } = startKeyedWriters(website, writerCount, pauseMs);
  for (let left = minutes; left > 0; left -= 1) {
    await sleep(Math.min(left, 1) * minuteMs);
    say(`${written.answered.length} orders`);
  }
  await stop();
  return written.answered.map(({ id }) => id);
}

/** Sends all that was refused again. Returns the number of events. */
async function resendAll({ api }: Connected): Promise<number> {
  let sent = 0;
  for (let more = true; more;) {
    const result = await api.resendEvents({ body: { state: 'refused' } });
    sent += result.resent;
    more = result.more;
  }
  return sent;
}

/** What the till's delivery log has: how many attempts, and how many that are not refused. */
async function readLog({ api }: Connected) {
  const attempts = await api.listCallbackDeliveries().toArray();
  return { logged: attempts.length, unrefused: attempts.filter(({ state }) => state !== 'refused').length };
}

/** Runs a hub on a new folder, whose till refuses for this many minutes. */
export async function runRefusals(
  folder: string,
  minutes: number,
  say: (text: string) => void,
): Promise<RefusalsReport> {
  const life = lifetime();
  try {
    const runner = life.opened(await startRunner(folder), ({ stop }) => stop());
    const { connect, location_ids } = await aTenant(runner.address());
    const place = { location_id: location_ids[0] };
    const [website, till] = [await connect('website', place), await connect('till', place)];
    let secret = 'a wrong secret';
    const receiver = life.opened(await startReceiver(() => secret), ({ close }) => close());
    await till.api.saveCallback({ body: { url: receiver.url, events: { order: ['create'] } } });

    const ids = await createOrders(website, minutes, say);
    await eventually(() => missingFrom(ids, orderIds(receiver, false)) === 0, patienceMs).catch(() => undefined);
    const unsent = missingFrom(ids, orderIds(receiver, false));
    const log = await readLog(till);
    secret = till.client_secret;
    const sent = await resendAll(till);
    say(`${sent} events are sent again`);
    await eventually(() => missingFrom(ids, orderIds(receiver, true)) === 0, patienceMs).catch(() => undefined);
    const arrived = orderIds(receiver, true);
    return {
      ...{ minutes, orders: ids.length, ...log, sent, unsent },
      lost: missingFrom(ids, arrived),
      doubled: arrived.length - new Set(arrived).size,
    };
  } finally {
    await life.close();
  }
}
