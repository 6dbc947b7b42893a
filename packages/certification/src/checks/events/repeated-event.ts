import { failed, notSeen, passed, type Finding } from '../../findings/finding.ts';
import { actOf, type Entry } from '../../journal/entry.ts';
import { outcomeUnknown } from '../../proxy/refusal.ts';
import { aboutOrder, actsOf } from '../../session/acts.ts';
import type { Occasion } from '../../session/occasion.ts';
import type { Check, Run } from '../../session/run.ts';

/** The same act with the same key is one: the hub repeats its answer. */
const isAgain = (act: Entry, before: Entry) =>
  actOf(act) === actOf(before) && (act.idempotencyKey === undefined || act.idempotencyKey !== before.idempotencyKey);

/** The hub would push it again, and again. */
const isFailedPush = ({ direction, status = 0 }: Entry) => direction === 'push' && (status === 0 || status > 499);

function judge(run: Run, occasion: Occasion, repeatedMs: number | undefined): Finding {
  const entries = aboutOrder(run, occasion);
  const acts = actsOf(run, occasion);
  if (acts.length === 0) return notSeen('The application did not act on the order.', entries);
  if (repeatedMs === undefined) return notSeen('It deleted no event, so none came again.', entries);
  const earlier = acts.filter(({ beganMs }) => beganMs < repeatedMs);
  const again = acts.find((act) => act.beganMs >= repeatedMs && earlier.some((before) => isAgain(act, before)));
  if (again) return failed(`It acted twice with ${actOf(again)}.`, entries);
  const unacknowledged = entries.find((entry) => entry.beganMs >= repeatedMs && isFailedPush(entry));
  if (unacknowledged) return failed(`It answered ${String(unacknowledged.status)} when the event came again.`, entries);
  return passed('It acted once.', entries);
}

/** Pushes the events again. */
async function pushAgain(run: Run, occasion: Occasion): Promise<number> {
  await run.offer(occasion);
  const repeatedMs = Date.now();
  for (const event of occasion.events) await run.push(run.signed(event));
  return repeatedMs;
}

const deletion = /^\/callback\/events\/\w+/;

/** Answers 504 to the deletion of the order's event, which so stays in the list. */
async function listAgain(run: Run, occasion: Occasion): Promise<number | undefined> {
  let lost: Entry | undefined;
  const isDeletion = (entry: Entry) => entry.method === 'DELETE' && deletion.test(entry.path);
  const remove = run.rules.add({
    applies: ({ entry }) => lost === undefined && isDeletion(entry) && actsOf(run, occasion).length > 0,
    answer: async ({ entry }) => {
      lost = entry;
      return outcomeUnknown();
    },
  });
  const { journal, times } = run;
  await run.offer(occasion);
  await journal.until(() => lost, times.patienceMs);
  remove();
  const isDeleted = (entry: Entry) => entry !== lost && isDeletion(entry) && entry.status === 200;
  const since = lost?.beganMs ?? Infinity;
  await journal.until(
    () => journal.entries.find((entry) => entry.beganMs >= since && isDeleted(entry)),
    times.patienceMs,
  );
  return lost?.endedMs;
}

export const repeatedEvent: Check = {
  id: 'repeated-event',
  title: 'An event that comes twice has one effect',
  done: 'All events of an order are pushed again after they were acknowledged. If the application polls, its first deletion of an event is answered 504, so that the event stays in the list.',
  expected: 'The application does nothing a second time, and acknowledges the event again.',
  guide: 'docs/api/events.md#repeated-events',
  kinds: ['till', 'helper'],
  async act(run) {
    const occasion = await run.prepare();
    const repeat = occasion.events.length > 0 ? pushAgain : listAgain;
    const repeatedMs = await repeat(run, occasion);
    await run.journal.quiet(run.times.quietMs);
    return () => judge(run, occasion, repeatedMs);
  },
};
