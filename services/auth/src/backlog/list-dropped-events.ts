import type { Database } from '@order-hub/shared/database';
import { serviceUnavailable } from '@order-hub/shared/errors';
import * as calls from '@order-hub/shared/event-backlog-calls';
import type { Ask } from '@order-hub/shared/internal-call';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { findBacklogNames } from './find-backlog-names.ts';

/** Which dropped events: those that match all of it. */
export type DroppedFilters = Partial<
  Record<'id' | 'account' | 'client' | 'connection' | 'reason' | 'since' | 'until', string | undefined>
>;

type Page = { after?: string | undefined; count: number };

/** A page of the events that were given up, the newest first, without their states. Throws 503. */
export async function listDroppedEvents(
  { db, ask }: { db: Database; ask: Ask },
  { requestId }: PrincipalContext,
  _params: object,
  { after, count, ...filters }: DroppedFilters & Page,
) {
  const page = await ask(calls.listDroppedEvents, {
    params: {},
    body: { ...filters, before: after, count },
    requestId,
  });
  if (!page) throw serviceUnavailable('The events service is of an older version, which does not list dropped events');
  const { nameOfAccount, nameOfClient } = await findBacklogNames({ db }, page.items);
  return {
    items: page.items.map((event) => ({
      ...event,
      account_name: nameOfAccount(event.account_id),
      client_name: nameOfClient(event.client_id),
    })),
    next: page.next,
  };
}
