/** Waits at the end of a run until all events have arrived, and compares the hub's data with the ledger. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Ledger } from './ledger.ts';
import { startPoller } from './pollers.ts';
import type { Shop } from './shop.ts';
import { findLost, listStored } from './stored-orders.ts';
import { judge, type Findings, type Verdict } from './verdict.ts';

/** The lease of a killed pusher lasts 15 seconds. Then the next pusher sends its events. */
const settleMs = 120_000;
const calmMs = 1_500;

/** A shop with pollers of the passive lists of its website and its till. */
export const watch = (shop: Shop) => ({
  shop,
  pollers: {
    website: startPoller(shop.website, { acknowledging: false }),
    till: startPoller(shop.till, { acknowledging: true }),
  },
});

type Watched = ReturnType<typeof watch>;

const look = ({ shop, pollers }: Watched): Promise<Findings> =>
  listStored(shop).then((stored) => ({ shop, pollers, stored }));

/** Waits until all stored orders have their events, at most `settleMs`. Returns the last verdict. */
export async function settle(ledger: Ledger, watched: readonly Watched[]): Promise<Verdict> {
  ledger.lost = await findLost(ledger);
  const findings = await Promise.all(watched.map(look));
  const deadlineMs = Date.now() + settleMs;
  for (;;) {
    const { unlisted, unpushed } = judge(ledger, findings);
    if (unlisted + unpushed === 0 || Date.now() > deadlineMs) break;
    await sleep(500);
  }
  // Duplicates and returning events would appear now.
  await sleep(calmMs);
  for (const { pollers } of watched) {
    for (const poller of Object.values(pollers)) {
      await poller.stop();
      await poller.poll();
    }
  }
  return judge(ledger, findings);
}
