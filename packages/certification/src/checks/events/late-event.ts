import { failed, notSeen, passed } from '../../findings/finding.ts';
import { aboutOrder, takingsOf } from '../../session/acts.ts';
import type { Check } from '../../session/run.ts';

export const lateEvent: Check = {
  id: 'late-event',
  title: 'A late event does not revive an order',
  done: 'The partner places an order and cancels it. Only then does the application get the events, the oldest first.',
  expected: 'The till looks what has become of the order, and does not accept it.',
  guide: 'docs/api/events.md#retries',
  kinds: ['till'],
  async act(run) {
    const occasion = await run.prepare({ statuses: ['cancelled'] });
    const { order_id = '', events } = occasion;
    const isSeen = () => run.journal.entries.some((entry) => entry.status === 200 && entry.answer?.includes(order_id));
    await occasion.begin();
    if (events.length === 0) await run.journal.until(() => isSeen() || undefined, run.times.patienceMs);
    await run.journal.quiet(run.times.quietMs);
    return () => {
      const entries = aboutOrder(run, occasion);
      const [taking] = takingsOf(run, occasion);
      if (taking) return failed(`It changed the cancelled order: ${taking.method} ${taking.body}.`, entries);
      if (entries.length === 0 && !isSeen()) return notSeen('The application did not see the order.');
      return passed('It left the cancelled order alone.', entries);
    };
  },
};
