/** What the application did on an occasion, from the journal. */
import { isDone, statusIn, type Entry } from '../journal/entry.ts';
import type { Occasion } from './occasion.ts';
import type { Run } from './run.ts';

/** The calls by which it acted or tried to, in order. */
export const attemptsOf = ({ journal }: Run, { isAct }: Occasion): Entry[] => journal.entries.filter(isAct);

/** Those that the hub carried out. */
export const actsOf = (run: Run, occasion: Occasion): Entry[] => attemptsOf(run, occasion).filter(isDone);

const without = new Set(['rejected', 'cancelled', 'delivery_failed']);

/** Those that take an order which is to be left alone: a till may still reject or cancel it. */
export const takingsOf = (run: Run, occasion: Occasion): Entry[] =>
  actsOf(run, occasion).filter(({ body }) => run.kind !== 'till' || !without.has(statusIn(body) ?? ''));

/** The order's calls and pushes since `sinceMs`, as evidence. */
export function aboutOrder({ journal }: Run, { order_id, isAct }: Occasion, sinceMs = 0): Entry[] {
  const mentions = ({ path, body, label = '' }: Entry) =>
    order_id !== undefined && [path, body, label].some((text) => text.includes(order_id));
  return journal.entries.filter((entry) => entry.beganMs >= sinceMs && (isAct(entry) || mentions(entry)));
}
