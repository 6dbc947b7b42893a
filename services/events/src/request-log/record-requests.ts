import { isOutage, type Database } from '@order-hub/shared/database';
import type { Context } from '@order-hub/shared/caller';
import type { NotedRequest } from '@order-hub/shared/request-log-calls';
import { rowOf } from './logged-request.ts';
import { insertRequests } from './logged-request.store.ts';

/**
 * Stores requests that a gateway has answered. Throws only while the database is unavailable, for the gateway to send them again: requests
 * that cannot be stored must not keep back later ones.
 */
export async function recordRequests(
  { db }: { db: Database },
  { log, requestId: request_id }: Pick<Context<null>, 'log' | 'requestId'>,
  requests: readonly NotedRequest[],
): Promise<Record<string, never>> {
  try {
    if (requests.length > 0) await insertRequests(db, requests.map(rowOf));
  } catch (error) {
    if (isOutage(error)) throw error;
    log.error({ request_id, err: error, requests: requests.length }, 'requests are missing from the request log');
  }
  return {};
}
