import { timeOfId } from '@order-hub/shared/ids';
import { formatTime } from '@order-hub/shared/times';
import type { LoggedRequest } from './logged-request.ts';
import type { RequestView } from './logged-request.schema.ts';

/** A request as its connection sees it. */
export function viewRequest(logged: LoggedRequest): RequestView {
  const { id, method, path, query, status, code, fields, duration_ms, bytes_in, bytes_out, ...row } = logged;
  const { has_idempotency_key, user_agent, unlisted } = row;
  return {
    ...{ id, started_at: formatTime(timeOfId(id)), method, path, query, status, code },
    fields: fields === null ? [] : fields.split(' '),
    ...{ duration_ms, bytes_in, bytes_out, has_idempotency_key, user_agent, unlisted },
  };
}

/** A request as the pages of the back office show it. */
export const viewWatchedRequest = (logged: LoggedRequest) => ({
  ...viewRequest(logged),
  connection_id: logged.connection_id,
});
