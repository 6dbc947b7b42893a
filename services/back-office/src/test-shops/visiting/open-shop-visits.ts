/** Runs the simulators of the test shops that auth gives this process: replicas share them. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Ask } from '@order-hub/shared/internal-call';
import { reasonOf, type Log } from '@order-hub/shared/log';
import { counter } from '@order-hub/shared/metric';
import type { Metrics } from '@order-hub/shared/metrics';
import { startRepeating } from '@order-hub/shared/repeating';
import { claimTestShops, keepTestShop, visitLeaseSeconds } from '@order-hub/shared/auth-calls';
import { visitTestShop, type ClaimedShop, type KeptShop } from './visit-test-shop.ts';

type VisitsOptions = { apiUrl: string; ask: Ask; log: Log; now: () => Date; metrics: Metrics; signal: AbortSignal };

export type ShopVisits = {
  /** Visits the shops that are due now. Waits for them for a few seconds. Never throws. */
  visit(): Promise<void>;
  close(): Promise<void>;
};

const visits = counter('hub_test_shop_visits_total', 'Visits of test shops by their simulators, by outcome.', [
  'outcome',
]);

/** While no shop is awake. */
const everyMs = 10_000;
const shortestMs = 250;
const patienceMs = 5_000;
const shopsMax = 4;
/** So that what a visit leaves is kept before its lease is over. */
const visitMs = (visitLeaseSeconds - 20) * 1_000;

/** Visits one shop. Returns when its next visit is due. Throws when what the visit leaves cannot be kept. */
async function visitOne(shop: ClaimedShop, { apiUrl, ask, log, now, signal }: VisitsOptions): Promise<KeptShop> {
  const terms = { apiUrl, now, signal: AbortSignal.any([signal, AbortSignal.timeout(visitMs)]) };
  const kept = await visitTestShop(shop, terms);
  const { user_id, failure: reason } = kept;
  if (reason !== null) log.info({ user_id, reason }, 'the simulators of a test shop could not do everything');
  await ask(keepTestShop, { params: {}, body: kept });
  return kept;
}

/** Opens the loop of visits. It looks for due shops when those that it knows are due, and seldom while it knows none. */
export function openShopVisits(options: VisitsOptions): ShopVisits {
  const { ask, log, now, metrics, signal } = options;
  const total = metrics.counter(visits);
  for (const outcome of ['done', 'failed']) total.inc({ outcome }, 0);

  /** What the visits leave, at most four. */
  async function visitSome(): Promise<KeptShop[]> {
    const claimed = await ask(claimTestShops, { params: {}, body: { count: shopsMax } });
    const kept = await Promise.all((claimed?.items ?? []).map((shop) => visitOne(shop, options)));
    for (const { failure } of kept) total.inc({ outcome: failure === null ? 'done' : 'failed' });
    return kept;
  }

  let timer: NodeJS.Timeout | undefined;

  /** Visits all shops that are due, and looks again when the first of them is due again. */
  async function visitDue(): Promise<void> {
    const visited: KeptShop[] = [];
    let some: KeptShop[];
    do {
      some = await visitSome();
      visited.push(...some);
    } while (some.length === shopsMax && !signal.aborted);
    const dueMs = visited.map(({ next_visit_at }) => Date.parse(next_visit_at) - now().getTime());
    clearTimeout(timer);
    timer = setTimeout(repeating.wake, Math.max(shortestMs, Math.min(everyMs, ...dueMs))).unref();
  }

  const repeating = startRepeating({
    work: visitDue,
    everyMs,
    log,
    messages: { failing: 'test shops cannot be visited at the moment', well: 'test shops are visited again' },
  });

  return {
    async visit() {
      const visiting = visitDue().catch((error: unknown) => log.info({ reason: reasonOf(error) }, 'a visit failed'));
      await Promise.race([visiting, pause(patienceMs, undefined, { ref: false })]);
    },
    async close() {
      clearTimeout(timer);
      await repeating.close();
    },
  };
}
