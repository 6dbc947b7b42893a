/** Hot: every request has one of these objects. Benchmark: `npm run bench -- gateway`. */
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import type { LocationFacts } from '@order-hub/shared/caller';
import { newId } from '@order-hub/shared/ids';
import type { LimitName } from '@order-hub/shared/limit-name';
import type { Span } from '@order-hub/shared/span';
import { signalOf } from '@order-hub/shared/signal-of';
import type { Connection } from './connection.ts';
import type { Route } from './route.ts';

/** A body in a temporary file. `read`: a part of it, from `position`. */
export type BodyFile = { readonly size: number; read(position: number): Promise<Buffer> };

/** A client's request on its way through the pipeline, and what the steps have found out about it. */
export type PublicRequest = {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly requestId: string;
  /** The client's own id of the request, if it sent one. */
  readonly clientRequestId: string | undefined;
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
  /** The size of the body, which is complete before the request takes a slot. */
  bodyBytes: number;
  /** The body, unless it is in `bodyFile`. */
  body?: Buffer | undefined;
  bodyFile?: BodyFile;
  upstreamRequest?: ClientRequest;
  /** How often the request was sent again. */
  retries: number;
  /** Who pays for the request (limits/payer.ts). */
  payer?: string;
  /** Milliseconds of processor time that its service reported. */
  costMs: number;
  /** The span of the request, and that of the request to the service; undefined unless the request is sampled. */
  span?: Span | undefined;
  upstreamSpan?: Span | undefined;
  /** The limit that refused the request. */
  limit?: LimitName | undefined;
  /** How long the connection stays open after it, unless it has an access token; undefined: as long as after any other. */
  readonly keepAliveSeconds: number | undefined;
  /** Aborts when the client gives up. */
  readonly signal: AbortSignal;
  /** Called when the service has ended its response, at the latest when the client's response is closed. */
  readonly serviceReleases: (() => void)[];
  /** Called when the client's response is closed. */
  readonly releases: (() => void)[];
};

/** A step of the pipeline. It refuses a request by throwing an ApiError, and returns a promise only if it has to wait. */
export type GatewayStep = (request: PublicRequest) => void | Promise<void>;

const requestIdPattern = /^[\w.-]{1,64}$/;

/** Only a well-formed id is kept (docs/api/conventions.md#request-ids). */
function clientRequestIdOf({ headers }: IncomingMessage): string | undefined {
  const id = headers['x-request-id'];
  return typeof id === 'string' && requestIdPattern.test(id) ? id : undefined;
}

/** Begins a request: its id, its time, the parts of its target. */
export function publicRequest(
  req: IncomingMessage,
  res: ServerResponse,
  { now, keepAliveSeconds }: { now: Date; keepAliveSeconds?: number | undefined },
): PublicRequest {
  const { url = '' } = req;
  const queryStart = url.indexOf('?');
  const path = queryStart < 0 ? url : url.slice(0, queryStart);
  return {
    req,
    res,
    requestId: newId(),
    clientRequestId: clientRequestIdOf(req),
    startedMs: now.getTime(),
    isApi: path === '/v1' || path.startsWith('/v1/'),
    path,
    query: queryStart < 0 ? '' : url.slice(queryStart),
    bodyBytes: 0,
    responseHeaders: [],
    retries: 0,
    costMs: 0,
    keepAliveSeconds,
    // Few requests wait for anything, and a signal costs more than a step.
    get signal() {
      return signalOf(res);
    },
    serviceReleases: [],
    releases: [],
  };
}

/** Gives back what the service's work needed: its slot, and the request's body. */
export function releaseService(request: PublicRequest): void {
  const { serviceReleases } = request;
  request.body = undefined;
  for (const release of serviceReleases) release();
  serviceReleases.length = 0;
}
