import type { Database } from '@order-hub/shared/database';
import type { listWaitingEvents as call } from '@order-hub/shared/events-calls';
import type { z } from 'zod';
import { listWaitingRows } from './waiting.store.ts';

const count = 100;
/** After every id. */
const newest = '~';

type Asked = { account_id: string; location_id: string; after?: string | null | undefined };

/** The latest events about a location that wait for a connection or were given up, newest first, without their states. */
export async function listWaitingEvents(
  { db }: { db: Database },
  { after, ...of }: Asked,
): Promise<z.input<typeof call.reply>> {
  const rows = await listWaitingRows(db, { ...of, after: after ?? newest }, count + 1);
  const events = rows.slice(0, count).map(({ created_at, next_attempt_at, given_up_at, ...event }) => ({
    ...event,
    created_at: created_at.toISOString(),
    next_attempt_at: next_attempt_at?.toISOString() ?? null,
    given_up_at: given_up_at?.toISOString() ?? null,
  }));
  return { events, more: rows.length > count };
}
