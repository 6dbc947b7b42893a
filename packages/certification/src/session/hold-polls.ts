import type { Entry } from '../journal/entry.ts';
import type { Journal } from '../journal/journal.ts';
import type { Rules } from '../proxy/call.ts';

const lists = /^\/(callback\/events|(location|account|locations\/\w+|accounts\/\w+)\/orders)\/?(\?|$)/;

const isPoll = (entry: Entry) => entry.direction === 'call' && entry.method === 'GET' && lists.test(entry.path);

/**
 * Lets no list of events or orders through until the returned function is called, so that the application sees an order
 * only when it is ready. Waits for the lists under way.
 */
export async function holdPolls(
  { journal, rules }: { journal: Journal; rules: Rules },
  ms: number,
): Promise<() => void> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  const underWay = journal.entries.filter((entry) => isPoll(entry) && entry.endedMs === undefined);
  const remove = rules.add({
    applies: ({ entry }) => isPoll(entry),
    answer: async (call, forward) => {
      await released;
      return forward(call);
    },
  });
  await journal.until(() => underWay.every(({ endedMs }) => endedMs !== undefined) || undefined, ms);
  return () => {
    remove();
    release();
  };
}
