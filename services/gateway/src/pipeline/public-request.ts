import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { LocationFacts } from '@order-hub/shared/caller';
import { newId } from '@order-hub/shared/ids';
import type { Connection } from '../callers/connection.ts';
import type { Route } from '../routing/route-table.ts';

/** One client's request on its way through the pipeline, and what the steps have found out about it. */
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
  /** Headers of whatever answer is given: name, value, name, value. */
  answerHeaders: string[];
  /** The body as far as it was read: all of it, unless the request is streamed. */
  body?: Buffer;
  /** The (rest of the) body goes to the service as it arrives. */
  isStreamed?: boolean;
  upstreamRequest?: ClientRequest;
  /** How often it was sent again. */
  retries: number;
  /** Called when the response is closed. */
  readonly releases: (() => void)[];
};

/** A step of the pipeline. It refuses by throwing an ApiError, and returns a promise only when it has to wait. */
export type Step = (request: PublicRequest) => void | Promise<void>;

const requestIdPattern = /^[\w.-]{1,64}$/;

function requestIdOf(req: IncomingMessage): string {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && requestIdPattern.test(given) ? given : newId();
}

/** Begins a request: its id, its time, the parts of its target. */
export function publicRequest(req: IncomingMessage, res: ServerResponse, now: Date): PublicRequest {
  const { url = '' } = req;
  const mark = url.indexOf('?');
  const path = mark < 0 ? url : url.slice(0, mark);
  return {
    req,
    res,
    requestId: requestIdOf(req),
    startedMs: now.getTime(),
    isApi: path === '/v1' || path.startsWith('/v1/'),
    path,
    query: mark < 0 ? '' : url.slice(mark),
    answerHeaders: [],
    retries: 0,
    releases: [],
  };
}
