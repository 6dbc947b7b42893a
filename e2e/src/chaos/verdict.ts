/** Compares the hub's orders and events with the ledger. All but the first three counts must be 0. */
import type { Received } from '../receiver.ts';
import type { Attempt, Ledger } from './ledger.ts';
import type { Listed, Poller } from './pollers.ts';
import type { Shop } from './shop.ts';
import type { StoredOrder } from './stored-orders.ts';

export type Verdict = {
  attempted: number;
  acknowledged: number;
  /** Not answered, or answered 5xx: the hub may have stored them or not. */
  unknown: number;
  /** Answered 4xx although valid. */
  refused: number;
  /** Acknowledged, and missing or different. */
  lost: number;
  /** Stored without a request, or an event of an order that is not stored. */
  ghost: number;
  /** Stored twice, or sent in two events. */
  duplicated: number;
  wrong_tenant: number;
  /** Sent to the client that caused them. */
  sent_to_author: number;
  /** Stored, but not in the passive list. */
  unlisted: number;
  /** Stored, but never pushed. */
  unpushed: number;
  /** Listed again after their acknowledgement. */
  returned: number;
  unsigned: number;
  /** Pushed twice with different bodies. */
  altered: number;
  /** The update of an order arrived before its creation. */
  reordered: number;
};

/** A shop at the end of the run: its stored orders and its events. */
export type Findings = { shop: Shop; pollers: { website: Poller; till: Poller }; stored: StoredOrder[] };

/** A stored order: the request that created it, and the kinds of events it must have. */
type JudgedOrder = { attempt: Attempt; kinds: Set<string> };

const zero = (): Verdict => ({
  ...{ attempted: 0, acknowledged: 0, unknown: 0, refused: 0, lost: 0, ghost: 0, duplicated: 0, wrong_tenant: 0 },
  ...{ sent_to_author: 0, unlisted: 0, unpushed: 0, returned: 0, unsigned: 0, altered: 0, reordered: 0 },
});

/** The kinds of events a stored order must have. Its status shows whether an update without an answer was done. */
const kindsOf = ({ status }: StoredOrder) => new Set(status === 'new' ? ['create'] : ['create', 'update']);

function countAttempts(verdict: Verdict, { attempts }: Ledger): void {
  for (const { outcome, update } of attempts.values()) {
    verdict.attempted += 1;
    verdict[outcome] += 1;
    if (update === 'refused') verdict.refused += 1;
  }
}

/** Compares the stored orders of a shop with the ledger. Returns them by id. */
function judgeOrders(
  verdict: Verdict,
  { shop, stored }: Findings,
  { attempts, lost }: Ledger,
): Map<string, JudgedOrder> {
  const byId = new Map<string, JudgedOrder>();
  const byRef = new Map<string, StoredOrder>();
  for (const order of stored) {
    const attempt = attempts.get(order.ref);
    if (!attempt || attempt.outcome === 'refused') verdict.ghost += 1;
    else if (attempt.account_id !== shop.account_id) verdict.wrong_tenant += 1;
    else byId.set(order.id, { attempt, kinds: kindsOf(order) });
    if (byRef.has(order.ref)) verdict.duplicated += 1;
    byRef.set(order.ref, order);
  }
  for (const { account_id, outcome, ref, order } of attempts.values()) {
    if (account_id !== shop.account_id || outcome !== 'acknowledged') continue;
    if (lost.has(ref) || byRef.get(ref)?.id !== order?.id) verdict.lost += 1;
  }
  return byId;
}

type ReceivedEvent = Pick<Listed, 'id' | 'event_type' | 'order_id' | 'account_id'>;

/** Checks one event that a client received. Returns its order and kind, or undefined for a fault. */
function judgeEvent(
  verdict: Verdict,
  event: ReceivedEvent,
  client_id: string,
  where: ExpectedOrders,
): string | undefined {
  const known = where.own.get(event.order_id);
  if (where.foreign.has(event.order_id) || event.account_id !== where.account_id) verdict.wrong_tenant += 1;
  else if (!known || !known.kinds.has(event.event_type)) verdict.ghost += 1;
  else if (known.attempt.client.client_id === client_id) verdict.sent_to_author += 1;
  else return `${event.order_id} ${event.event_type}`;
  return undefined;
}

type ExpectedOrders = { account_id: string; own: Map<string, JudgedOrder>; foreign: ReadonlySet<string> };

/** The events that a client must have received: those of the orders that it did not write. */
function* expected({ own }: ExpectedOrders, client_id: string): Generator<string> {
  for (const [id, { attempt, kinds }] of own) {
    if (attempt.client.client_id !== client_id) for (const kind of kinds) yield `${id} ${kind}`;
  }
}

function judgeList(verdict: Verdict, poller: Poller, client_id: string, place: ExpectedOrders): void {
  const received = new Set<string>();
  for (const event of poller.seen.values()) {
    const what = judgeEvent(verdict, event, client_id, place);
    if (what === undefined) continue;
    if (received.has(what)) verdict.duplicated += 1;
    received.add(what);
  }
  for (const what of expected(place, client_id)) if (!received.has(what)) verdict.unlisted += 1;
  verdict.returned += poller.returned.size;
}

function judgePushes(verdict: Verdict, pushes: readonly Received[], client_id: string, place: ExpectedOrders): void {
  const bodies = new Map<string, string>();
  const received = new Map<string, string>();
  for (const { event, raw, isSigned } of pushes) {
    if (!isSigned) verdict.unsigned += 1;
    const earlier = bodies.get(event.id);
    if (earlier !== undefined && earlier !== raw) verdict.altered += 1;
    bodies.set(event.id, raw);
    const what = judgeEvent(verdict, event, client_id, place);
    if (what === undefined) continue;
    if (received.has(what) && received.get(what) !== event.id) verdict.duplicated += 1;
    if (event.event_type === 'update' && !received.has(`${event.order_id} create`)) verdict.reordered += 1;
    received.set(what, event.id);
  }
  for (const what of expected(place, client_id)) if (!received.has(what)) verdict.unpushed += 1;
}

/** Counts all faults of a run. */
export function judge(ledger: Ledger, findings: readonly Findings[]): Verdict {
  const verdict = zero();
  countAttempts(verdict, ledger);
  const orders = findings.map((finding) => judgeOrders(verdict, finding, ledger));
  findings.forEach(({ shop, pollers }, index) => {
    const foreign = new Set(orders.flatMap((known, other) => (other === index ? [] : [...known.keys()])));
    const place: ExpectedOrders = {
      account_id: shop.account_id,
      own: orders[index] ?? new Map<string, JudgedOrder>(),
      foreign,
    };
    judgeList(verdict, pollers.website, shop.website.client_id, place);
    judgeList(verdict, pollers.till, shop.till.client_id, place);
    judgePushes(verdict, shop.received, 'the kitchen writes nothing', place);
  });
  return verdict;
}

/** The counts that should be 0 and are not. */
export function faultsOf({ attempted, acknowledged, unknown, ...faults }: Verdict): Partial<Verdict> {
  return Object.fromEntries(Object.entries(faults).filter(([, count]) => count > 0));
}
