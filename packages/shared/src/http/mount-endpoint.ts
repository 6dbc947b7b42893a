/** Turns an endpoint declaration into an express handler: authenticate → authorise → parse → handle → send. */
import type { Express, Request, RequestHandler, Response } from 'express';
import { noteSender } from './observing/access-log.ts';
import { asApiError } from './response/as-api-error.ts';
import { answerOnce, keyedRequestOf, takesKeys, type KeptReplies } from './idempotency/answer-once.ts';
import { assertMayCall } from './assert-may-call.ts';
import { authenticator, openVerifiers, type Sender } from './authenticate-request.ts';
import { costOf, timed } from './cost.ts';
import { isId } from '../values/ids.ts';
import type { Caller, Context, Handling } from '../tokens/caller.ts';
import type { KeyedRequest } from '../tokens/keyed-request.ts';
import { isForConnections, type Endpoint } from './endpoint.ts';
import { notFound } from '../values/errors.ts';
import { faultHeader, ignoredText } from './response/fault-header.ts';
import { isFullReply, sendFullReply } from './response/full-reply.ts';
import {
  asksForStrict,
  ignoredFields,
  ignoredFieldsHeader,
  newHandling,
  preferenceApplied,
} from './request/handling.ts';
import type { Log } from '../process/log.ts';
import type { SigningKey, VerifyingKeys } from '../process/settings/signing-keys.ts';
import { cursorKeysOf, openCursor, sealCursor } from './pagination.ts';
import { readQuery } from './request/read-query.ts';
import { bodyReader } from './request/read-request.ts';
import { noteRefusal } from './response/refusals.ts';
import { requestIdOf } from './observing/request-id.ts';
import { sendReply } from './response/send-reply.ts';
import { onClose, signalOf } from './request/signal-of.ts';
import { activeSpan } from '../tracing/span.ts';

/** What endpoints need from their process. */
export type EndpointHost = {
  service: string;
  verifyingKeys: VerifyingKeys;
  /** Cursors are sealed with a key that is derived from it, so that the replicas of a service open each other's. */
  signingKey: SigningKey;
  /** Only a service with this key accepts operators' requests; the others accept principals from other services alone. */
  operatorKeys?: readonly string[] | undefined;
  log: Log;
  now: () => Date;
  /** Runs after each successful request other than GET: wakes the relay. */
  afterWrite?: (() => void) | undefined;
  /** Where the replies to requests with an `Idempotency-Key` are kept. Without it, the header is ignored. */
  keptReplies?: KeptReplies | undefined;
  /** Whether to check replies against their declared shapes (outside production): an undeclared field is a bug. */
  checkReplies: boolean;
};

type MountedHost = EndpointHost & { verifiers: ReturnType<typeof openVerifiers> };

/** The address of the client, as the gateway saw it. */
const addressOf = (req: Request) => req.get('x-forwarded-for') ?? req.socket.remoteAddress ?? null;

/** Throws 404 for a path parameter that cannot be an id, before any look-up. */
function assertIds(req: Request): void {
  for (const name in req.params) {
    const value = req.params[name];
    if (typeof value !== 'string' || !isId(value)) throw notFound('Resource');
  }
}

/** A cursor is valid only for the same connection, endpoint and filters. */
function cursorBinding(req: Request, ctx: Context<Caller | null>, query: Record<string, unknown>): string {
  const filters = Object.entries(query).filter(([name]) => name !== 'cursor' && name !== 'count');
  return JSON.stringify([ctx.caller?.connection_id ?? '', req.path, filters]);
}

type IdentifiedRequest = {
  req: Request;
  sender: Sender;
  requestId: string;
  handling: Handling;
  keyed: KeyedRequest | null;
};

const contextOf = (
  { req, sender, requestId, handling, keyed }: IdentifiedRequest,
  { now, log }: EndpointHost,
): Context<Caller | null> => ({
  caller: sender.caller,
  requestId,
  traceparent: activeSpan()?.traceparent ?? null,
  address: addressOf(req),
  now: now(),
  log,
  signal: signalOf(req.res as Response),
  cost: costOf(req.res as Response),
  untilAnswered: (done) => onClose(req.res as Response, done),
  keyed,
  handling,
});

/** See PublicContext in endpoint.ts. */
const publicContextOf = (identified: IdentifiedRequest, host: EndpointHost) => ({
  ...contextOf(identified, host),
  headers: identified.req.headers,
  url: identified.req.url,
});

const principalContextOf = (identified: IdentifiedRequest, host: EndpointHost) => ({
  ...contextOf(identified, host),
  principal: identified.sender.principal,
});

function contextMaker({ access }: Endpoint) {
  if (access === 'public') return publicContextOf;
  return typeof access === 'object' && 'principals' in access ? principalContextOf : contextOf;
}

/** Decides by the `Prefer` header, and says so. Only the API of connections has strict handling. */
function chooseHandling(req: Request, res: Response, isApi: boolean): Handling {
  const isStrict = isApi && asksForStrict(req.get('prefer'));
  if (isStrict) res.set(preferenceApplied);
  return newHandling(isStrict);
}

function showIgnored(res: Response, { isStrict, unknown, doubts }: Handling): void {
  if (!isStrict && unknown.length > 0) res.setHeader(ignoredFieldsHeader, ignoredFields(unknown));
  // An error replaces it.
  if (unknown.length + doubts.length > 0) res.setHeader(faultHeader, ignoredText([...doubts, ...unknown]));
}

/** Authenticates the sender, and checks that a connection may call the endpoint. */
function senderFinder(declared: Endpoint, host: MountedHost) {
  const authenticate = authenticator(host, declared);
  return async (req: Request, res: Response, requestId: string): Promise<Sender> => {
    assertIds(req);
    const sender = await authenticate(req, requestId);
    if (!sender.caller) return sender;
    noteSender(res, sender.caller);
    assertMayCall(sender.caller, declared, req.params as Record<string, string>);
    return sender;
  };
}

/** Finds the idempotency key of a request; null where it has none, or the endpoint takes none. */
function keyFinder(declared: Endpoint, { keptReplies }: EndpointHost) {
  const mayHaveKey = keptReplies !== undefined && takesKeys(declared);
  return (req: Request, caller: Caller | null) => (mayHaveKey && caller ? keyedRequestOf(req, declared, caller) : null);
}

/** Reads the query. The `cursor` in it becomes the position that it stands for. */
function pageReader(declared: Endpoint, cursorKeys: readonly [string, ...string[]]) {
  return (req: Request, ctx: Context<Caller | null>) => {
    const query = readQuery(declared, req, ctx.handling);
    const binding = declared.paginated ? cursorBinding(req, ctx, query) : '';
    if (typeof query['cursor'] === 'string') query['cursor'] = openCursor(cursorKeys, query['cursor'], binding);
    return { query, binding };
  };
}

type Handle = (given: object, ctx: Context<Caller | null>, deps: unknown) => Promise<object> | object;

function handler(declared: Endpoint, deps: unknown, host: MountedHost): RequestHandler {
  const { signingKey, checkReplies: isChecked, keptReplies } = host;
  const findSender = senderFinder(declared, host);
  const findKey = keyFinder(declared, host);
  const readBody = bodyReader(declared);
  const cursorKeys = declared.paginated ? cursorKeysOf(signingKey) : ([''] as const);
  const isPublic = declared.access === 'public';
  const isApi = isForConnections(declared);
  const contextFor = contextMaker(declared);
  const readPage = pageReader(declared, cursorKeys);
  return async (req, res) => {
    if (isPublic) res.setHeader('Cache-Control', 'no-store');
    const requestId = requestIdOf(req);
    const sender = await findSender(req, res, requestId);
    const handling = chooseHandling(req, res, isApi);
    const keyed = findKey(req, sender.caller);
    const ctx = contextFor({ req, sender, requestId, handling, keyed }, host);
    const { query, binding } = readPage(req, ctx);
    const run = async () => {
      const given = { params: req.params, query, body: await readBody(req, handling) };
      return timed(ctx.cost, () => (declared.handle as unknown as Handle)(given, ctx, deps));
    };
    const answer = keyed && keptReplies ? answerOnce(keptReplies, req, keyed, run) : run();
    const result = await answer.finally(() => showIgnored(res, handling));
    if (req.method !== 'GET') host.afterWrite?.();
    const seal = (position: string) => sealCursor(cursorKeys[0], position, binding);
    await sendReply(res, declared, result, { isChecked, seal });
  };
}

/** Answers errors as the endpoint's protocol or pages require. */
function refusing(handle: RequestHandler, { refuse }: Endpoint, log: Log): RequestHandler {
  if (!refuse) return handle;
  return async (req, res, next) => {
    try {
      await handle(req, res, next);
    } catch (error) {
      noteRefusal(res, error);
      const asked = asApiError(error, { method: req.method, requestId: requestIdOf(req) }, log);
      const answer = refuse(asked, req.headers);
      if (!isFullReply(answer)) throw answer;
      if (res.headersSent) res.destroy();
      else await sendFullReply(res, answer);
    }
  };
}

/** Mounts an endpoint and its alias. */
function mountOne(app: Express, declared: Endpoint, deps: unknown, host: MountedHost): void {
  const handle = refusing(handler(declared, deps, host), declared, host.log);
  const methods = declared.alias ? [declared.method, declared.alias] : [declared.method];
  for (const method of methods) {
    app[method.toLowerCase() as Lowercase<Endpoint['method']>](declared.path, handle);
  }
}

/** Mounts endpoints. `deps` has the dependencies of all their handlers. */
export function mount<Deps>(app: Express, endpoints: readonly Endpoint<Deps>[], deps: Deps, host: EndpointHost): void {
  const mounted = { ...host, verifiers: openVerifiers(host.verifyingKeys, host.service) };
  for (const declared of endpoints) mountOne(app, declared, deps, mounted);
}
