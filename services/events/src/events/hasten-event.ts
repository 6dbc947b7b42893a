import type { Queryable } from '@order-hub/shared/database';
import type { Owner } from '../callbacks/owner.ts';
import { makeEventDue } from './event.store.ts';

/** Makes an event due that waits for its retry. Returns whether the owner has such an event at all. */
export const hastenEvent = (db: Queryable, owner: Owner, event_id: string): Promise<boolean> =>
  makeEventDue(db, owner, event_id);
