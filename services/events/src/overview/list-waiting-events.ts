import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import type { listWaitingEvents as call } from '@order-hub/shared/events-calls';
import type { z } from 'zod';
import { listWaitingEventRows, type WaitingEvent } from './waiting-events.store.ts';

type WaitingEventsView = z.input<typeof call.reply>;

const count = 100;
/** Sorts after every id. */
const afterAllIds = '~';

const viewOf = ({ created_at, next_attempt_at, given_up_at, ...event }: WaitingEvent) => ({
  ...event,
  created_at: created_at.toISOString(),
  next_attempt_at: next_attempt_at?.toISOString() ?? null,
  given_up_at: given_up_at?.toISOString() ?? null,
});

/** The latest events about a location that wait for a connection or were given up, newest first, without their states. */
export async function listWaitingEvents(
  { db }: { db: Database },
  _ctx: Context<null>,
  _params: unknown,
  { account_id, location_id, after }: z.output<typeof call.body>,
): Promise<WaitingEventsView> {
  const location = { account_id, location_id };
  const { items, next } = await listWaitingEventRows(db, location, { count, before: after ?? afterAllIds });
  return { events: items.map(viewOf), more: next !== null };
}
