import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { newId } from '@order-hub/shared/ids';
import type { Connection, Location } from '../callers/auth.client.ts';
import type { UpstreamName } from '../routing/route-table.ts';

/** Where a request goes, as the route table sees it. */
export type Route = { upstream: UpstreamName; isHighLoad: boolean };

/** One request on its way through the pipeline, and what the steps have found out about it. */
export type PublicRequest = {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly requestId: string;
  /** Milliseconds since 1970: one request has one time. */
  readonly startedMs: number;
  /** Whether it is for the API, which any web page may call. */
  readonly isApi: boolean;
  /** The target's path; without the leading `/v1` once it is routed, in its long form before it is forwarded. */
  path: string;
  /** The target's query with its question mark, or nothing. */
  readonly query: string;
  route?: Route;
  connection?: Connection;
  location?: Location;
  callerToken?: string;
  /** Headers that go out with whatever answer is given, as name, value, name, value. */
  answerHeaders: string[];
  upstreamRequest?: ClientRequest;
  isRetried?: boolean;
};

/** A step of the pipeline: it refuses by throwing an ApiError, and waits only when what it needs is not at hand. */
export type Step = (request: PublicRequest) => void | Promise<void>;

const saneRequestId = /^[\w.-]{1,64}$/;

function requestIdOf(req: IncomingMessage): string {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && saneRequestId.test(given) ? given : newId();
}

/** Takes a request in: its id, its time, its target in parts. */
export function receiveRequest(req: IncomingMessage, res: ServerResponse, now: Date): PublicRequest {
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
  };
}
