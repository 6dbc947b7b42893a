import type { Database } from '@order-hub/shared/database';
import type { WaitingEvent } from '@order-hub/shared/events-calls';
import { locationOf, type PrincipalContext } from '@order-hub/shared/principal';
import { listWaitingRows } from './waiting.store.ts';

const count = 100;
/** Sorts after every id. */
const newest = '~';

/**
 * The latest events about the page's location that wait for a connection or were given up, newest first, without their
 * states. Throws 404 when the page is about no location.
 */
export async function listWaitingEvents(
  { db }: { db: Database },
  ctx: PrincipalContext,
  _params: object,
  { after = newest }: { after?: string | undefined },
): Promise<{ events: WaitingEvent[]; more: boolean }> {
  const rows = await listWaitingRows(db, { ...locationOf(ctx), after }, count + 1);
  const events = rows.slice(0, count).map(({ created_at, next_attempt_at, given_up_at, ...event }) => ({
    ...event,
    created_at: created_at.toISOString(),
    next_attempt_at: next_attempt_at?.toISOString() ?? null,
    given_up_at: given_up_at?.toISOString() ?? null,
  }));
  return { events, more: rows.length > count };
}
