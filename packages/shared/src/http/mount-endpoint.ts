/** Turns an endpoint declaration into an express handler: authenticate → authorise → parse → handle → send. */
import type { Express, Request, RequestHandler, Response } from 'express';
import { noteSender } from './observing/access-log.ts';
import { asApiError } from './response/as-api-error.ts';
import { answerOnce, keyedRequestOf, takesKeys, type KeptReplies } from './idempotency/answer-once.ts';
import { authenticator, type Sender } from './authenticate-request.ts';
import { costOf, timed } from './cost.ts';
import { isId } from '../values/ids.ts';
import type { Caller, Context } from '../tokens/caller.ts';
import type { KeyedRequest } from '../tokens/keyed-request.ts';
import { levelsOf, type Endpoint, type Level } from './endpoint.ts';
import { forbidden, notFound } from '../values/errors.ts';
import { isFullReply, sendFullReply } from './response/full-reply.ts';
import type { Log } from '../process/log.ts';
import type { SigningKey, VerifyingKeys } from '../process/settings/signing-keys.ts';
import { cursorKeysOf, openCursor, sealCursor } from './pagination.ts';
import { readQuery } from './request/read-query.ts';
import { bodyReader } from './request/read-request.ts';
import { noteRefusal } from './response/refusals.ts';
import { requestIdOf } from './observing/request-id.ts';
import { can } from '../tokens/scopes.ts';
import { sendReply } from './response/send-reply.ts';
import { signalOf } from './request/signal-of.ts';
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

/** The address of the client, as the gateway saw it. */
const addressOf = (req: Request) => req.get('x-forwarded-for') ?? req.socket.remoteAddress ?? null;

/** Checks that the caller's level and account may call this endpoint and name what is in its path (docs/api/authentication.md#access-levels). */
function assertReach(
  caller: Caller,
  levels: readonly Level[],
  { location_id, account_id }: Record<string, string>,
): void {
  if (!caller.account) throw forbidden('This connection is not bound to a location or an account');
  const level = caller.location_id ? 'location' : 'account';
  if (!levels.includes(level)) {
    throw forbidden(`This endpoint cannot be called with a connection that is bound to a ${level}`);
  }
  if (location_id !== undefined && !mayName(caller, location_id)) throw notFound('Location');
  if (account_id !== undefined && account_id !== caller.account.id) throw notFound('Account');
}

/** Checks the access rules that depend only on the path and the connection. */
function assertMayCall(caller: Caller, { access, needs }: Endpoint, params: Record<string, string>): void {
  const levels = levelsOf(access);
  if (levels) assertReach(caller, levels, params);
  if (needs && !can(caller.scope, needs)) throw forbidden(`The scope of this connection does not include ${needs}`);
}

/** Whether the gateway found the named location in the caller's account. Any other is answered like a missing one. */
const mayName = (caller: Caller, location_id: string) =>
  caller.location?.id === location_id && (caller.location_id === null || caller.location_id === location_id);

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

type IdentifiedRequest = { req: Request; sender: Sender; requestId: string; keyed: KeyedRequest | null };

const contextOf = (
  { req, sender, requestId, keyed }: IdentifiedRequest,
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
  keyed,
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

type Handle = (given: object, ctx: Context<Caller | null>, deps: unknown) => Promise<object> | object;

function handler(declared: Endpoint, deps: unknown, host: EndpointHost): RequestHandler {
  const { signingKey, checkReplies: isChecked, keptReplies } = host;
  const authenticate = authenticator(host, declared);
  const readBody = bodyReader(declared);
  const cursorKeys = declared.paginated ? cursorKeysOf(signingKey) : ([''] as const);
  const isPublic = declared.access === 'public';
  const contextFor = contextMaker(declared);
  const mayHaveKey = keptReplies !== undefined && takesKeys(declared);
  return async (req, res) => {
    if (isPublic) res.setHeader('Cache-Control', 'no-store');
    const requestId = requestIdOf(req);
    assertIds(req);
    const sender = await authenticate(req, requestId);
    const params = req.params as Record<string, string>;
    if (sender.caller) {
      noteSender(res, sender.caller);
      assertMayCall(sender.caller, declared, params);
    }
    const keyed = mayHaveKey && sender.caller ? keyedRequestOf(req, declared, sender.caller) : null;
    const ctx = contextFor({ req, sender, requestId, keyed }, host);
    const query = readQuery(declared, req);
    const binding = declared.paginated ? cursorBinding(req, ctx, query) : '';
    if (typeof query['cursor'] === 'string') query['cursor'] = openCursor(cursorKeys, query['cursor'], binding);
    const answer = async () => {
      const body = await readBody?.(req);
      return timed(ctx.cost, () => (declared.handle as unknown as Handle)({ params, query, body }, ctx, deps));
    };
    const result = await (keyed && keptReplies ? answerOnce(keptReplies, req, keyed, answer) : answer());
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
      const answer = refuse(asApiError(error, { method: req.method, requestId: requestIdOf(req) }, log));
      if (!isFullReply(answer)) throw answer;
      if (res.headersSent) res.destroy();
      else await sendFullReply(res, answer);
    }
  };
}

/** Mounts an endpoint and its alias. */
function mountOne(app: Express, declared: Endpoint, deps: unknown, host: EndpointHost): void {
  const handle = refusing(handler(declared, deps, host), declared, host.log);
  const methods = declared.alias ? [declared.method, declared.alias] : [declared.method];
  for (const method of methods) {
    app[method.toLowerCase() as Lowercase<Endpoint['method']>](declared.path, handle);
  }
}

/** Mounts endpoints. `deps` has the dependencies of all their handlers. */
export function mount<Deps>(app: Express, endpoints: readonly Endpoint<Deps>[], deps: Deps, host: EndpointHost): void {
  for (const declared of endpoints) mountOne(app, declared, deps, host);
}
