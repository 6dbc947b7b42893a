import { failed, notSeen, passed, type Finding } from '../../findings/finding.ts';
import { isAbout, isWrite, type Entry } from '../../journal/entry.ts';
import type { EventText } from '../../pushes/event-text.ts';
import type { Check } from '../../session/run.ts';

const orderIdIn = ({ body }: EventText): string => String((JSON.parse(body) as { order_id?: string }).order_id);

/** What the application did about these events and their orders. */
function judge(entries: readonly Entry[], events: readonly EventText[]): Finding {
  const order_ids = events.map(orderIdIn);
  const about = entries.filter((entry) =>
    [...order_ids, ...events.map(({ event_id }) => event_id)].some((id) => isAbout(entry, id)),
  );
  const act = about.find((entry) => isWrite(entry) && order_ids.some((id) => isAbout(entry, id)));
  if (act) return failed(`It acted on an order that does not exist, with ${act.method} ${act.path}.`, about);
  const refused = about.find(({ direction, status = 0 }) => direction === 'push' && (status < 200 || status > 299));
  if (refused) return failed(`It answered ${String(refused.status)} to ${String(refused.label)}.`, about);
  const isAcknowledged = ({ event_id }: EventText) =>
    about.some((entry) => entry.direction === 'push' || (entry.method === 'DELETE' && isAbout(entry, event_id)));
  if (events.every(isAcknowledged)) return passed('It acknowledged the events and did nothing else.', about);
  if (about.length === 0) return notSeen('It did not read the events.');
  return failed('It read the events, but did not acknowledge them.', about);
}

export const testEvent: Check = {
  id: 'test-event',
  title: 'A test event is acknowledged, and nothing is done',
  done: 'The hub makes test events of orders, as it does on request: their orders do not exist.',
  expected:
    'The application acknowledges them with a status from 200 to 299, and neither prepares, charges nor stores anything.',
  guide: 'docs/api/events.md#test-events',
  kinds: ['till', 'helper'],
  async act(run) {
    const { journal, times, callback } = run;
    const test = await run.prepareTest();
    const beganMs = Date.now();
    await test.begin();
    const later = () => journal.entries.filter((entry) => entry.beganMs >= beganMs);
    const isDone = () => (judge(later(), test.events).verdict === 'passed' ? true : undefined);
    if (callback().url === null) await journal.until(isDone, times.patienceMs);
    await journal.quiet(times.quietMs);
    await test.end();
    return () => judge(later(), test.events);
  },
};
