import type { BoundedCount } from '@order-hub/shared/bounded-count';
import type { Database } from '@order-hub/shared/database';
import { countDropped } from './dropped-event.store.ts';
import type { Chosen } from './replay-dropped-events.ts';

/** How many dropped events match, counted up to 10,000. */
export const retrieveDroppedCount = (db: Database, chosen: Chosen): Promise<BoundedCount> => countDropped(db, chosen);
