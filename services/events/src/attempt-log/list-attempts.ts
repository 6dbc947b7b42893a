import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { timeOfId } from '@order-hub/shared/ids';
import type { Page, PageQuery } from '@order-hub/shared/page';
import { formatTime } from '@order-hub/shared/times';
import { ownerOf } from '../callbacks/owner.ts';
import { oldestShown, type AttemptState, type LoggedAttempt } from './logged-attempt.ts';
import type { AttemptView } from './logged-attempt.schema.ts';
import { listAttemptRows } from './logged-attempt.store.ts';

/** Sorts after every id. */
const afterAllIds = '~';

type Headers = Record<string, string>;

function viewOf({ id, type, retry_at, request_headers, response_headers, ...row }: LoggedAttempt): AttemptView {
  const [resource_type = '', event_type = ''] = type.split('.');
  const { event_id, attempt, state, status, fault, duration_ms, response_body } = row;
  return {
    ...{ id, event_id, resource_type, event_type, ended_at: formatTime(timeOfId(id)), attempt, state, status, fault },
    duration_ms,
    retry_at: retry_at && formatTime(retry_at),
    request_headers: JSON.parse(request_headers) as Headers,
    response_headers: response_headers === null ? null : (JSON.parse(response_headers) as Headers),
    response_body,
  };
}

/** A page of the attempts of the caller's callback in the last seven days, the newest first. */
export async function listAttempts(
  { db }: { db: Database },
  ctx: Context,
  _params: unknown,
  { count, cursor, ...filters }: PageQuery & { state?: AttemptState | undefined; event_id?: string | undefined },
): Promise<Page<AttemptView>> {
  const page = { count, before: cursor ?? afterAllIds, oldest: oldestShown(ctx.now) };
  const { items, next } = await listAttemptRows(db, ownerOf(ctx), filters, page);
  return { items: items.map(viewOf), next };
}
