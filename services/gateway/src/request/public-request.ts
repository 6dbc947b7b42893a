/** Hot: every request has one of these objects. Benchmark: `npm run bench -- gateway`. */
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { LocationFacts } from '@order-hub/shared/caller';
import { newId } from '@order-hub/shared/ids';
import type { Connection } from './connection.ts';
import type { Route } from './route.ts';

/** A client's request on its way through the pipeline, and what the steps have found out about it. */
export type PublicRequest = {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly requestId: string;
  /** Milliseconds since 1970: one request has one time. */
  readonly startedMs: number;
  /** Whether it is for the API (`/v1`), which any web page may call. */
  readonly isApi: boolean;
  /** The target's path. `findRoute` removes the leading `/v1`; `expandShortPath` makes it a long path. */
  path: string;
  /** The target's query with its question mark, or an empty string. */
  readonly query: string;
  route?: Route;
  connection?: Connection;
  location?: LocationFacts;
  callerToken?: string;
  /** Headers for any response, the gateway's or a service's: name, value, name, value. */
  responseHeaders: string[];
  /** The body as far as it has been read: all of it, unless the request is streamed. */
  body?: Buffer;
  /** Whether the (rest of the) body goes to the service as it arrives. */
  isStreamed?: boolean;
  upstreamRequest?: ClientRequest;
  /** How often the request was sent again. */
  retries: number;
  /** Called when the response is closed. */
  readonly releases: (() => void)[];
};

/** A step of the pipeline. It refuses a request by throwing an ApiError, and returns a promise only if it has to wait. */
export type GatewayStep = (request: PublicRequest) => void | Promise<void>;

const requestIdPattern = /^[\w.-]{1,64}$/;

function requestIdOf(req: IncomingMessage): string {
  const fromClient = req.headers['x-request-id'];
  return typeof fromClient === 'string' && requestIdPattern.test(fromClient) ? fromClient : newId();
}

/** Begins a request: its id, its time, the parts of its target. */
export function publicRequest(req: IncomingMessage, res: ServerResponse, now: Date): PublicRequest {
  const { url = '' } = req;
  const queryStart = url.indexOf('?');
  const path = queryStart < 0 ? url : url.slice(0, queryStart);
  return {
    req,
    res,
    requestId: requestIdOf(req),
    startedMs: now.getTime(),
    isApi: path === '/v1' || path.startsWith('/v1/'),
    path,
    query: queryStart < 0 ? '' : url.slice(queryStart),
    responseHeaders: [],
    retries: 0,
    releases: [],
  };
}
