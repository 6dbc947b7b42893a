import { timeOfId } from '@order-hub/shared/ids';
import { formatTime } from '@order-hub/shared/times';
import type { LoggedAttempt } from './logged-attempt.ts';
import type { AttemptView } from './logged-attempt.schema.ts';

type Headers = Record<string, string>;

/** An attempt as its connection sees it. */
export function viewAttempt(logged: LoggedAttempt): AttemptView {
  const { id, type, retry_at, request_headers, response_headers, ...row } = logged;
  const [resource_type = '', event_type = ''] = type.split('.');
  const { event_id, resource_id, attempt, state, status, fault, duration_ms, response_body } = row;
  return {
    ...{ id, event_id, resource_type, event_type, resource_id, ended_at: formatTime(timeOfId(id)), attempt, state },
    ...{ status, fault, duration_ms, retry_at: retry_at && formatTime(retry_at) },
    request_headers: JSON.parse(request_headers) as Headers,
    response_headers: response_headers === null ? null : (JSON.parse(response_headers) as Headers),
    response_body,
  };
}

/** Headers whose values say something of the receiver, and nothing of the event. */
const plainHeaders = ['allow', 'content-length', 'content-type', 'date', 'retry-after', 'server', 'www-authenticate'];

const isPlain = ([name]: [string, string]) => plainHeaders.includes(name.toLowerCase());

/** A receiver may repeat what is in the event: its answer's body is left out, and the headers that may hold anything. */
const withoutPersonalData = ({ response_headers, ...view }: AttemptView): AttemptView => ({
  ...view,
  response_headers: response_headers && Object.fromEntries(Object.entries(response_headers).filter(isPlain)),
  response_body: null,
});

/** An attempt for somebody who may see its personal data, or may not. */
export const shownAttempt = (view: AttemptView, with_personal_data: boolean): AttemptView =>
  with_personal_data ? view : withoutPersonalData(view);
