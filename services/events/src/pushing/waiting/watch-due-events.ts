import type { Database } from '@order-hub/shared/database';
import { gauge } from '@order-hub/shared/metric';
import { sample, type Reading } from '@order-hub/shared/readings';
import { countBehind, countDueEvents, listOldestDue } from './due-event.store.ts';

/** More events are not counted: the age of the oldest and the estimate of `hub_table_rows` tell more. */
const countedMax = 10_000;

const due = gauge('hub_events_due', 'Events that could be pushed now and wait for an attempt. Counts up to 10,000.');
const oldestAge = gauge(
  'hub_events_oldest_due_age_seconds',
  'For how long the oldest due event has been due, by the pace of its callback: "quick" if its last attempt was answered within two seconds, else "slow".',
  ['pace'],
);

const behind = gauge(
  'hub_connections_behind',
  'Connections that take their events more slowly than they come: in the last hour their backlog was over half of its bound, or events were given up unsent.',
);

const paces = ['quick', 'slow'] as const;

/** What waits to be pushed, in all processes together. */
export const dueReading = (db: Database): Reading => ({
  name: 'events',
  async read() {
    const [count, oldest] = [await countDueEvents(db, countedMax), await listOldestDue(db)];
    const ageOf = (pace: (typeof paces)[number]) => oldest.find(({ quick }) => quick === (pace === 'quick'))?.age ?? 0;
    const connections = sample(behind, {}, await countBehind(db));
    return [
      sample(due, {}, count),
      connections,
      ...paces.map((pace) => sample(oldestAge, { pace }, Math.max(0, ageOf(pace)))),
    ];
  },
});
