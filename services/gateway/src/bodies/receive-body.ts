/**
 * A request takes a slot only when its body is complete, so a client that sends slowly occupies nothing but its own socket and
 * its share of memory and disk (docs/api/limits.md#slow-requests).
 */
import { requestAbandoned, requestTimeout } from '@order-hub/shared/errors';
import type { Log } from '@order-hub/shared/log';
import type { GatewayStep, PublicRequest } from '../request/public-request.ts';
import type { BodyBudgets } from './body-budgets.ts';
import { type LeastRate, watchRate } from './least-rate.ts';
import { type BodyStore, storeBody } from './store-body.ts';

export type BodyOptions = { budgets: BodyBudgets; leastRate: LeastRate; directory: string; log: Log };

/**
 * Reads a body to its end. Throws what the store throws, request_timeout if the client is too slow, and bad_request if it
 * leaves. After a timeout the connection closes with the answer.
 */
function readBody({ req, res }: PublicRequest, store: BodyStore, leastRate: LeastRate): Promise<void> {
  return new Promise((resolve, reject) => {
    let bytes = 0;
    let storing: Promise<void> | undefined;
    const settle = () => {
      stopWatch();
      req.off('data', add).off('end', end);
      res.off('close', leave);
    };
    const fail = (error: Error) => {
      settle();
      reject(error);
    };
    const add = (chunk: Buffer) => {
      bytes += chunk.length;
      try {
        storing = store.add(chunk) ?? undefined;
        if (!storing) return;
        req.pause();
        storing.then(() => req.resume(), fail);
      } catch (error) {
        fail(error as Error);
      }
    };
    const end = () => {
      settle();
      // The end may come while the last chunk is being stored, although the request is paused.
      if (storing) storing.then(resolve, reject);
      else resolve();
    };
    const leave = () => fail(requestAbandoned());
    const stopWatch = watchRate({ moved: () => bytes }, leastRate, () => {
      res.shouldKeepAlive = false;
      fail(requestTimeout('The body of the request did not arrive in time'));
    });
    req.on('data', add).once('end', end);
    // Not the close of `req`, which comes with its end too.
    res.once('close', leave);
  });
}

async function receive(request: PublicRequest, { budgets, leastRate, directory, log }: BodyOptions): Promise<void> {
  const { req, route } = request;
  const share = budgets.begin(request);
  request.serviceReleases.push(share.release);
  const store = storeBody(request, { share, bytesMax: route?.bodyBytesMax ?? 0, directory, log });
  await readBody(request, store, leastRate);
  store.finish();
  delete req.headers['transfer-encoding'];
  req.headers['content-length'] = String(request.bodyBytes);
}

/**
 * Receives the body. Throws request_timeout for a slow one, payload_too_large for a large one, too_many_requests and
 * service_unavailable when too much is under way.
 */
export function bodyReceiver(options: BodyOptions): GatewayStep {
  return (request) => {
    const { headers } = request.req;
    const length = Number(headers['content-length'] ?? 0);
    if (length > 0 || headers['transfer-encoding'] !== undefined) return receive(request, options);
  };
}
