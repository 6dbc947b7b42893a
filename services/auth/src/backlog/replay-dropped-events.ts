import type { Database } from '@order-hub/shared/database';
import { notFound, serviceUnavailable } from '@order-hub/shared/errors';
import * as calls from '@order-hub/shared/event-backlog-calls';
import type { Ask } from '@order-hub/shared/internal-call';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { byPrincipal, type AuditFacts } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { assertConfirmed } from '../users/owner.ts';
import { listDroppedEvents, type DroppedFilters } from './list-dropped-events.ts';

type Event = { account_id: string | null };

/** What the audit says of a replay. An owner can read that of their own account. */
function factsOf(filters: DroppedFilters, { account_id }: Event): AuditFacts {
  const { id, connection, account, client } = filters;
  const ofAccount = id ?? connection ?? account;
  return {
    action: 'event.replay',
    account_id: ofAccount === undefined ? null : account_id,
    subject_id: ofAccount ?? client ?? 'all',
    details: filters,
  };
}

const nothing = { replayed: 0, without_callback: 0, next: null };

/**
 * Pushes dropped events again: up to 5,000 of those that match the filters, the oldest first, after the id `after`. The audit
 * entry is written before the events service is asked, so an action whose answer is lost has one too; where nothing matches
 * there is none. Throws 404 for an unknown id, and 503.
 */
export async function replayDroppedEvents(
  deps: { db: Database; ask: Ask },
  ctx: PrincipalContext,
  _params: object,
  { after, ...filters }: DroppedFilters & { after?: string | undefined },
) {
  assertConfirmed(ctx);
  const { requestId } = ctx;
  const [first] = (await listDroppedEvents(deps, ctx, {}, { ...filters, count: 1 })).items;
  if (!first && filters.id !== undefined) throw notFound('Dropped event');
  if (!first) return nothing;
  await recordEntry(deps.db, byPrincipal(ctx), factsOf(filters, first));
  const answer = await deps.ask(calls.replayDroppedEvents, { params: {}, body: { ...filters, after }, requestId });
  if (!answer) throw serviceUnavailable('The events service is of an older version, which replays no events');
  return answer;
}
