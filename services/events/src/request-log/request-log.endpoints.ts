import { endpoint } from '@order-hub/shared/endpoint';
import { answerTo } from '@order-hub/shared/internal-call';
import * as calls from '@order-hub/shared/request-log-calls';
import { listLog, listRequests, type RequestLogDeps, type Watched } from './list-requests.ts';
import { requestFilters, requestView } from './logged-request.schema.ts';
import { viewWatchedRequest } from './logged-request.view.ts';
import { recordRequests } from './record-requests.ts';

/** What became of the requests of a connection, for those who write its client (docs/api/requests.md#request-log). */
export const requestLogEndpoints = [
  endpoint('GET /requests', {
    summary: 'List the requests of the connection',
    name: 'listRequests',
    tag: 'Requests',
    description: 'The requests of the last seven days, newest first, without what they held.',
    guide: 'docs/api/requests.md#request-log',
    access: ['location', 'account'],
    query: requestFilters,
    reply: requestView,
    handle: ({ params, query }, ctx, deps: RequestLogDeps) => listRequests(deps, ctx, params, query),
  }),
];

type Asked = Parameters<typeof listLog>[3];

async function listWatched(deps: RequestLogDeps, now: Date, watched: Watched, asked: Asked) {
  const { items, next } = await listLog(deps, now, watched, asked);
  return { items: items.map(viewWatchedRequest), next };
}

/** What gateways send, and what the pages of the back office show. Auth has checked who may see it. */
export const watchedRequestsEndpoints = [
  answerTo(calls.recordRequests, ({ body: { requests } }, ctx, deps: RequestLogDeps) =>
    recordRequests(deps, ctx, requests),
  ),
  answerTo(calls.listRequests, ({ body: { account_id, connection_id, ...asked } }, { now }, deps: RequestLogDeps) =>
    listWatched(deps, now, { owner: { account_id, connection_id } }, asked),
  ),
  answerTo(calls.listRequestsOfClient, ({ params: { client_id }, body }, { now }, deps: RequestLogDeps) =>
    listWatched(deps, now, { client_id }, body),
  ),
];
