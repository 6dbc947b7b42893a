/** Turns an endpoint declaration into an express handler: authenticate → authorise → parse → handle → send. */
import type { Express, Request, RequestHandler } from 'express';
import { asApiError } from './as-api-error.ts';
import { authenticator, type Sender } from './authenticate-request.ts';
import { newId } from '../values/ids.ts';
import type { Caller, Context } from '../tokens/caller.ts';
import { levelsOf, type Endpoint, type Level } from './endpoint.ts';
import { forbidden, notFound } from '../values/errors.ts';
import { isFullReply, sendFullReply } from './full-reply.ts';
import type { Log } from '../process/log.ts';
import { openCursor, sealCursor } from './pagination.ts';
import { bodyReader, readQuery } from './read-request.ts';
import { can } from '../tokens/scopes.ts';
import { sendReply } from './send-reply.ts';

/** What endpoints need of the process they run in. */
export type EndpointHost = {
  service: string;
  internalKeys: readonly string[];
  /** Only a service with this key takes operators' requests; every other takes principals from other services alone. */
  operatorKey?: string | undefined;
  log: Log;
  now: () => Date;
  /** Called after each successful request other than GET: wakes the relay. */
  afterWrite?: (() => void) | undefined;
  /** Check each reply against its declared shape (outside production): an undeclared field is a fault of the hub. */
  checkReplies: boolean;
};

/** The request id from the gateway; a new one for a request that did not pass the gateway. */
export const requestIdOf = (req: Request) => req.get('x-request-id') ?? newId();

/** The address of the client, as the gateway saw it. */
const addressOf = (req: Request) => req.get('x-forwarded-for') ?? req.socket.remoteAddress ?? null;

/** The connection's account and level reach this endpoint and what its path names (docs/api/authentication.md#access-levels). */
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

/** The access rules that follow from a path and a connection alone. */
function assertMayCall(caller: Caller, { access, needs }: Endpoint, params: Record<string, string>): void {
  const levels = levelsOf(access);
  if (levels) assertReach(caller, levels, params);
  if (needs && !can(caller.scope, needs)) throw forbidden(`The scope of this connection does not include ${needs}`);
}

/** The gateway has found the named location in the caller's account; any other gets the same answer as a missing one. */
const mayName = (caller: Caller, location_id: string) =>
  caller.location?.id === location_id && (caller.location_id === null || caller.location_id === location_id);

const idPattern = /^[\w-]{1,64}$/;

/** A path parameter that cannot be an id is 404 before any look-up. */
function assertIds(req: Request): void {
  for (const name in req.params) {
    const value = req.params[name];
    if (typeof value !== 'string' || !idPattern.test(value)) throw notFound('Resource');
  }
}

/** A cursor is valid only for the same connection, endpoint and filters. */
function cursorBinding(req: Request, ctx: Context<Caller | null>, query: Record<string, unknown>): string {
  const filters = Object.entries(query).filter(([name]) => name !== 'cursor' && name !== 'count');
  return JSON.stringify([ctx.caller?.connection_id ?? '', req.path, filters]);
}

type Known = { req: Request; sender: Sender; requestId: string };

const contextOf = ({ req, sender, requestId }: Known, { now, log }: EndpointHost): Context<Caller | null> => ({
  caller: sender.caller,
  requestId,
  address: addressOf(req),
  now: now(),
  log,
});

/** See PublicContext in endpoint.ts. */
const publicContextOf = (known: Known, host: EndpointHost) => ({
  ...contextOf(known, host),
  headers: known.req.headers,
  url: known.req.url,
});

const principalContextOf = (known: Known, host: EndpointHost) => ({
  ...contextOf(known, host),
  principal: known.sender.principal,
});

function contextMaker({ access }: Endpoint) {
  if (access === 'public') return publicContextOf;
  return typeof access === 'object' && 'principals' in access ? principalContextOf : contextOf;
}

type Handle = (given: object, ctx: Context<Caller | null>, deps: unknown) => Promise<object> | object;

function handler(declared: Endpoint, deps: unknown, host: EndpointHost): RequestHandler {
  const { internalKeys, checkReplies: isChecked } = host;
  const authenticate = authenticator(host, declared);
  const readBody = bodyReader(declared);
  const [signingKey = ''] = internalKeys;
  const isPublic = declared.access === 'public';
  const contextFor = contextMaker(declared);
  return async (req, res) => {
    if (isPublic) res.setHeader('Cache-Control', 'no-store');
    const requestId = requestIdOf(req);
    assertIds(req);
    const sender = await authenticate(req, requestId);
    const params = req.params as Record<string, string>;
    if (sender.caller) assertMayCall(sender.caller, declared, params);
    const ctx = contextFor({ req, sender, requestId }, host);
    const query = readQuery(declared, req);
    const binding = declared.paginated ? cursorBinding(req, ctx, query) : '';
    if (typeof query['cursor'] === 'string') query['cursor'] = openCursor(internalKeys, query['cursor'], binding);
    const body = await readBody?.(req);
    const result = await (declared.handle as unknown as Handle)({ params, query, body }, ctx, deps);
    if (req.method !== 'GET') host.afterWrite?.();
    const seal = (position: string) => sealCursor(signingKey, position, binding);
    await sendReply(res, declared, result, { isChecked, seal });
  };
}

/** Answers errors as the endpoint's protocol wants them, or its pages. */
function refusing(handle: RequestHandler, { refuse }: Endpoint, log: Log): RequestHandler {
  if (!refuse) return handle;
  return async (req, res, next) => {
    try {
      await handle(req, res, next);
    } catch (error) {
      const answer = refuse(asApiError(error, requestIdOf(req), log));
      if (!isFullReply(answer)) throw answer;
      if (res.headersSent) res.destroy();
      else await sendFullReply(res, answer);
    }
  };
}

/** Mounts one endpoint, and its alias. */
function mountOne(app: Express, declared: Endpoint, deps: unknown, host: EndpointHost): void {
  const handle = refusing(handler(declared, deps, host), declared, host.log);
  const methods = declared.alias ? [declared.method, declared.alias] : [declared.method];
  for (const method of methods) {
    app[method.toLowerCase() as Lowercase<Endpoint['method']>](declared.path, handle);
  }
}

/** Mounts endpoints; `deps` has what each of their handlers needs. */
export function mount<Deps>(app: Express, endpoints: readonly Endpoint<Deps>[], deps: Deps, host: EndpointHost): void {
  for (const declared of endpoints) mountOne(app, declared, deps, host);
}
