import type { Database } from '@order-hub/shared/database';
import type { Ask } from '@order-hub/shared/internal-call';
import { listWaitingEvents } from '@order-hub/shared/events-calls';
import { findClientNames } from '../connections/find-client-names.ts';

type Asked = { account_id: string; location_id: string; after: string | undefined };

/**
 * The events about a location that wait for a connection or were given up, newest first, each with the name of the client
 * that they are for. Throws 503 while the events service is away.
 */
export async function findWaitingEvents({ db, ask }: { db: Database; ask: Ask }, asked: Asked) {
  const found = await ask(listWaitingEvents, { params: {}, body: asked });
  const events = found?.events ?? [];
  const ids = [...new Set(events.map(({ connection_id }) => connection_id))];
  const names = await findClientNames(db, asked.account_id, ids);
  return {
    events: events.map((event) => ({ ...event, client_name: names.get(event.connection_id) ?? null })),
    more: found?.more ?? false,
  };
}
