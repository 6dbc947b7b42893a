import type { Database } from '../data/database.ts';
import { gauge } from '../process/metric.ts';
import { sample, type Reading } from '../process/readings.ts';

/** More messages are not counted: the age of the oldest and the estimate of `hub_table_rows` tell more. */
const countedMax = 10_000;

const messages = gauge(
  'hub_outbox_messages',
  'Messages in the outbox that wait to be sent, by topic. Counts up to 10,000.',
  ['topic'],
);
const parked = gauge(
  'hub_outbox_parked_messages',
  'Messages in the outbox that were rejected and wait for an operator. Counted among the oldest 10,000 rows.',
);
const oldestAge = gauge(
  'hub_outbox_oldest_age_seconds',
  'The age of the oldest message in the outbox that waits to be sent.',
);

type Totals = { age: number | null; parked: number };
type TopicCount = { topic: string; waiting: number };

/** The relay reads the oldest rows in the same way. */
const totals = `
  select
    (select extract(epoch from now() - created_at)::float8 from outbox where parked_at is null order by seq limit 1) as age,
    (select count(parked_at)::int from (select parked_at from outbox order by seq limit $1) o) as parked`;
const waitingByTopic = `
  select topic, count(*)::int as waiting
  from (select topic from outbox where parked_at is null order by seq limit $1) o group by topic`;

/** What waits in a service's outbox. */
export const outboxReading = (db: Database): Reading => ({
  name: 'outbox',
  async read() {
    const [total] = (await db.query<Totals>({ name: 'outbox-totals', text: totals, values: [countedMax] })).rows;
    const topics = (await db.query<TopicCount>({ name: 'outbox-topics', text: waitingByTopic, values: [countedMax] }))
      .rows;
    return [
      sample(oldestAge, {}, Math.max(0, total?.age ?? 0)),
      sample(parked, {}, total?.parked ?? 0),
      ...topics.map(({ topic, waiting }) => sample(messages, { topic }, waiting)),
    ];
  },
});
