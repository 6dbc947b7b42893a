import { failed, notSeen, passed } from '../../findings/finding.ts';
import { aboutOrder, takingsOf } from '../../session/acts.ts';
import type { Check } from '../../session/run.ts';

export const outOfOrderEvents: Check = {
  id: 'out-of-order-events',
  title: 'An older event does not undo a newer one',
  done: 'An order is cancelled. The event of the cancellation is pushed first, then the older events of the order.',
  expected:
    'The application recognises the older events by their ids, or looks at the order, and does not act on them.',
  guide: 'docs/api/events.md#order-of-events',
  kinds: ['till', 'helper'],
  isAboutPushes: true,
  async act(run) {
    const statuses = run.kind === 'helper' ? (['accepted', 'cancelled'] as const) : (['cancelled'] as const);
    const occasion = await run.prepare({ statuses });
    const [newest, ...older] = occasion.events.toReversed();
    if (newest === undefined || older.length === 0) {
      return () =>
        notSeen(
          'The callback subscribes to one type of order event only: to order.create and order.update, for instance.',
        );
    }
    await run.deliver(newest);
    await run.journal.quiet(run.times.quietMs);
    const olderMs = Date.now();
    for (const event of older) await run.deliver(event);
    await run.journal.quiet(run.times.quietMs);
    return () => {
      const entries = aboutOrder(run, occasion);
      const taking = takingsOf(run, occasion).find(({ beganMs }) => beganMs >= olderMs);
      if (taking) return failed(`After the cancellation it acted with ${taking.method} ${taking.path}.`, entries);
      return passed('It did not act on the older events.', entries);
    };
  },
};
