import type { Database } from '@order-hub/shared/database';
import type { WaitingEvent } from '@order-hub/shared/events-calls';
import { locationOf, type PrincipalContext } from '@order-hub/shared/principal';
import { listWaitingEventRows, type WaitingRow } from './waiting-events.store.ts';

const count = 100;
/** Sorts after every id. */
const afterAllIds = '~';

const viewOf = ({ created_at, next_attempt_at, given_up_at, ...event }: WaitingRow): WaitingEvent => ({
  ...event,
  created_at: created_at.toISOString(),
  next_attempt_at: next_attempt_at?.toISOString() ?? null,
  given_up_at: given_up_at?.toISOString() ?? null,
});

/**
 * The latest events about the page's location that wait for a connection or were given up, newest first, without their
 * states. Throws 404 when the page is about no location.
 */
export async function listWaitingEvents(
  { db }: { db: Database },
  ctx: PrincipalContext,
  _params: object,
  { after = afterAllIds }: { after?: string | undefined },
): Promise<{ events: WaitingEvent[]; more: boolean }> {
  const { items, next } = await listWaitingEventRows(db, locationOf(ctx), { count, before: after });
  return { events: items.map(viewOf), more: next !== null };
}
