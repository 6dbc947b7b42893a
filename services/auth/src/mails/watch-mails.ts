import type { Database } from '@order-hub/shared/database';
import { gauge } from '@order-hub/shared/metric';
import { sample, type Reading } from '@order-hub/shared/readings';
import { countWaiting } from './mail.store.ts';

/** More mails are not counted. */
const countedMax = 10_000;

const waiting = gauge(
  'hub_mails_waiting',
  'Mails that wait to be sent, in all processes together. Counts up to 10,000.',
);
const oldestAge = gauge('hub_mails_oldest_age_seconds', 'For how long the oldest mail has been waiting to be sent.');

/** The mails that wait, for a hub that sends mail. */
export const waitingMails = (db: Database, now: () => Date): Reading => ({
  name: 'mails',
  async read() {
    const { count, oldest } = await countWaiting(db, countedMax);
    const ageMs = oldest === null ? 0 : now().getTime() - oldest.getTime();
    return [sample(waiting, {}, count), sample(oldestAge, {}, Math.max(0, ageMs / 1_000))];
  },
});
