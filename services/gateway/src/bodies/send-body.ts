import type { ClientRequest } from 'node:http';
import { pipeline } from 'node:stream';
import type { PublicRequest } from '../request/public-request.ts';
import { chunksOf } from './spool-file.ts';

/** Sends the request's body to the service. It can be sent again. */
export function sendBody({ res, body, bodyFile }: PublicRequest, upstreamRequest: ClientRequest): void {
  if (res.closed || res.writableEnded) upstreamRequest.destroy();
  // An error destroys the service's request, whose own `error` event reports it.
  else if (bodyFile) pipeline(chunksOf(bodyFile), upstreamRequest, () => undefined);
  else upstreamRequest.end(body);
}
