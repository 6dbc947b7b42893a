/**
 * Takes a response off its service at full speed, so that a client that reads slowly holds no connection to the service, and no
 * memory there. Hot: every response passes through `sendResponse`. Benchmark: `npm run bench -- gateway`.
 */
import type { IncomingMessage } from 'node:http';
import type { Log } from '@order-hub/shared/log';
import { type PublicRequest, releaseService } from '../request/public-request.ts';
import { type LeastRate, watchRate } from './least-rate.ts';
import type { ResponseBudgets, ResponseShare } from './response-budgets.ts';
import { type ResponseSpool, spoolResponse } from './spool-response.ts';

/** `pageMs`: how long the response of a page may take, from its head to its end. */
export type ResponseOptions = {
  budgets: ResponseBudgets;
  leastRate: LeastRate;
  pageMs: number;
  directory: string;
  log: Log;
};

/** Begins to count what the client leaves unread, and to watch how fast it reads. */
function beginUnread(request: PublicRequest, { budgets, leastRate, log }: ResponseOptions): ResponseShare {
  const { res, requestId, connection } = request;
  const { socket } = res;
  const share = budgets.share(request);
  const stopWatch = watchRate(
    {
      moved: () => (socket?.bytesWritten ?? 0) - (socket?.writableLength ?? 0),
      isIdle: () => res.writableLength === 0,
    },
    leastRate,
    () => {
      log.info(
        { requestId, connection_id: connection?.caller.connection_id },
        'the client read its response too slowly',
      );
      res.destroy();
    },
  );
  request.releases.push(share.release, stopWatch);
  return share;
}

/** Closes the connection to a service that did not wait for the whole body, then gives back what its work needed. */
function endService(request: PublicRequest): void {
  const { upstreamRequest } = request;
  if (upstreamRequest && !upstreamRequest.writableFinished) upstreamRequest.destroy();
  releaseService(request);
}

/**
 * Sends a service's response to the client, whose head has been written. What the client does not read at once is kept in
 * memory; if that is too much, the rest goes to a file. Aborts a response that the service aborts, that its client reads too
 * slowly, or for which there is no room.
 */
export function sendResponse(request: PublicRequest, response: IncomingMessage, options: ResponseOptions): void {
  const { res } = request;
  let share: ResponseShare | undefined;
  let spool: ResponseSpool | undefined;
  const shareOf = () => (share ??= beginUnread(request, options));

  response.on('data', (chunk: Buffer) => {
    if (spool) return spool.add(chunk);
    const unread = res.writableLength;
    if (unread === 0 || shareOf().takeMemory(unread + chunk.length)) return void res.write(chunk);
    spool = spoolResponse(request, response, { ...options, share: shareOf() });
    spool.add(chunk);
  });
  response.once('end', () => {
    endService(request);
    if (spool) return spool.end();
    res.end();
    const unread = res.writableLength;
    if (unread > 0) shareOf().addMemory(unread);
  });
  response.once('error', () => res.destroy());
}
