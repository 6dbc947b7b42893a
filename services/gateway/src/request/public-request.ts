/** Hot: every request has one of these objects. Benchmark: `npm run bench -- gateway`. */
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { LocationFacts } from '@order-hub/shared/caller';
import { newId } from '@order-hub/shared/ids';
import type { LimitName } from '@order-hub/shared/limit-name';
import type { Span } from '@order-hub/shared/span';
import { signalOf } from '@order-hub/shared/signal-of';
import type { Connection } from './connection.ts';
import type { Route } from './route.ts';

/** A body in a temporary file. `read`: a part of it, from `position`. */
export type BodyFile = { readonly size: number; read(position: number): Promise<Buffer> };

const requestIdPattern = /^[\w.-]{1,64}$/;

/** Only a well-formed id is kept (docs/api/conventions.md#request-ids). */
function clientRequestIdOf({ headers }: IncomingMessage): string | undefined {
  const id = headers['x-request-id'];
  return typeof id === 'string' && requestIdPattern.test(id) ? id : undefined;
}

type RequestOptions = Pick<PublicRequest, 'originOf'> & { now: Date; keepAliveSeconds?: number | undefined };

/**
 * A client's request on its way through the pipeline, and what the steps have found out about it. It is a class because of its
 * getter: V8 would give each object literal with a getter a hidden class of its own, which keeps the request and all that it
 * refers to in memory until the next full collection. That took a third of the gateway's processor time.
 */
export class PublicRequest {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly requestId = newId();
  /** The client's own id of the request, if it sent one. */
  readonly clientRequestId: string | undefined;
  /** Milliseconds since 1970: one request has one time. */
  readonly startedMs: number;
  /** Whether it is for the API (`/v1`), which any web page may call. */
  readonly isApi: boolean;
  /** The target's path, as the client called it. */
  readonly calledPath: string;
  /** The target's path. `settlePath` brings it to its one spelling; `findRoute` removes the leading `/v1`; `expandShortPath` makes it a long path. */
  path: string;
  /** The target's query with its question mark, or an empty string. */
  readonly query: string;
  route: Route | undefined = undefined;
  connection: Connection | undefined = undefined;
  location: LocationFacts | undefined = undefined;
  callerToken: string | undefined = undefined;
  /** Headers for any response, the gateway's or a service's: name, value, name, value. */
  readonly responseHeaders: string[] = [];
  /** The size of the body, which is complete before the request takes a slot. */
  bodyBytes = 0;
  /** The body, unless it is in `bodyFile`. */
  body: Buffer | undefined = undefined;
  bodyFile: BodyFile | undefined = undefined;
  upstreamRequest: ClientRequest | undefined = undefined;
  /** How often the request was sent again. */
  retries = 0;
  /** Who pays for the request (limits/payer.ts). */
  payer: string | undefined = undefined;
  /** Milliseconds of processor time that its service reported. */
  costMs = 0;
  /** The span of the request, and that of the request to the service; undefined unless the request is sampled. */
  span: Span | undefined = undefined;
  upstreamSpan: Span | undefined = undefined;
  /** Why the request failed, for the request log: see fault-header.ts. */
  fault: string | undefined = undefined;
  /** The limit that refused the request. */
  limit: LimitName | undefined = undefined;
  /** How long the connection stays open after it, unless it has an access token; undefined: as long as after any other. */
  readonly keepAliveSeconds: number | undefined;
  /** The origin of the hub as the client reaches it, for links in errors. */
  readonly originOf: (headers: IncomingHttpHeaders) => string;
  /** Called when the service has ended its response, at the latest when the client's response is closed. */
  readonly serviceReleases: (() => void)[] = [];
  /** Called when the client's response is closed. */
  readonly releases: (() => void)[] = [];

  /** Begins a request: its id, its time, the parts of its target. */
  constructor(req: IncomingMessage, res: ServerResponse, { now, keepAliveSeconds, originOf }: RequestOptions) {
    const { url = '' } = req;
    const queryStart = url.indexOf('?');
    this.req = req;
    this.res = res;
    this.clientRequestId = clientRequestIdOf(req);
    this.startedMs = now.getTime();
    this.calledPath = queryStart < 0 ? url : url.slice(0, queryStart);
    this.path = this.calledPath;
    this.query = queryStart < 0 ? '' : url.slice(queryStart);
    this.isApi = this.path === '/v1' || this.path.startsWith('/v1/');
    this.keepAliveSeconds = keepAliveSeconds;
    this.originOf = originOf;
  }

  /** Aborts when the client gives up. Few requests wait for anything, and a signal costs more than a step. */
  get signal(): AbortSignal {
    return signalOf(this.res);
  }
}

/** A step of the pipeline. It refuses a request by throwing an ApiError, and returns a promise only if it has to wait. */
export type GatewayStep = (request: PublicRequest) => void | Promise<void>;

/** Gives back what the service's work needed: its slot, and the request's body. */
export function releaseService(request: PublicRequest): void {
  const { serviceReleases } = request;
  request.body = undefined;
  for (const release of serviceReleases) release();
  serviceReleases.length = 0;
}
