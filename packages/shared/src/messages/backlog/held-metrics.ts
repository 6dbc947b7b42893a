import type { Database } from '../../data/database.ts';
import { gauge } from '../../process/metric.ts';
import { sample, type Reading } from '../../process/readings.ts';
import { readHeldBacklog } from './waiting-message.store.ts';

const messages = gauge(
  'hub_held_messages',
  'Messages that wait in the database of their consumer for its upgrade. Counts up to 10,000.',
);

/** What a service with consumers holds. */
export const heldReading = (db: Database): Reading => ({
  name: 'held_messages',
  read: async () => [sample(messages, {}, (await readHeldBacklog(db)).held.count)],
});
