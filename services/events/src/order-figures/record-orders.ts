import type { Message } from '@order-hub/shared/bus';
import type { Queryable } from '@order-hub/shared/database';
import { oldestKeptDay } from './kept-days.ts';
import { lastOfEach, orderFacts, type HistoryEntry, type OrderFacts } from './order-facts.ts';
import { historyEntry, stateOf } from './order-history-entry.ts';
import { insertHistory } from './order-history.store.ts';
import { upsertOrders } from './order-record.store.ts';

type Recorded = { facts: OrderFacts; entry: HistoryEntry | undefined };

/** What to keep of a change; nothing for other resources than orders. */
function recordedOf({ id, body }: Message<'change'>): Recorded[] {
  const after = body.resource_type === 'order' ? stateOf(body.new_state) : undefined;
  const facts = after && orderFacts(body, after, id);
  if (!facts) return [];
  return [{ facts, entry: historyEntry(body, { before: stateOf(body.previous_state), after }, facts) }];
}

/**
 * Brings the figures and timelines of the orders up to date, with two statements per batch. The changes of one order may come in any order:
 * the one with the latest message counts. Leaves out orders of days that are not kept any more.
 */
export async function recordOrders(
  trx: Queryable,
  messages: readonly Message<'change'>[],
  { now, orderFigureDays }: { now: Date; orderFigureDays: number },
): Promise<void> {
  const oldest = oldestKeptDay(now, orderFigureDays);
  const recorded = messages.flatMap(recordedOf).filter(({ facts }) => facts.day >= oldest);
  if (recorded.length === 0) return;
  await upsertOrders(trx, lastOfEach(recorded.map(({ facts }) => facts)));
  const entries = recorded.flatMap(({ entry }) => entry ?? []);
  if (entries.length > 0) await insertHistory(trx, entries);
}
