/**
 * The endpoint declaration: method and path, permission, access level, body, reply, handler. Validation, authorisation
 * and the API document follow from this one value.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { Caller, Context } from '../tokens/caller.ts';
import type { PrincipalContext, PrincipalKind } from '../tokens/principal.ts';
import type { Content } from './response/content.ts';
import type { ApiError } from '../values/errors.ts';
import type { FullReply } from './response/full-reply.ts';
import type { JsonText } from '../values/json.ts';
import type { ServiceName } from '../process/neighbours.ts';
import type { Tag } from './tags.ts';
import type { Page } from '../data/page.ts';
import type { Role } from '../tokens/roles.ts';
import type { General, Permission } from '../tokens/scopes.ts';

/** Kinds of connection that may call an endpoint of the API (docs/api/authentication.md#access-levels). */
export type Level = 'location' | 'account';

/**
 * Who may call: connections of the listed levels; `any` connection, even one with general permissions only; the listed
 * kinds of principals, through another service or with the operator key; another of our processes (`internal`); or anyone
 * (`public`): such an endpoint identifies the client itself, and its answers are never cached.
 */
export type Access =
  readonly Level[] | { readonly principals: readonly PrincipalKind[] } | 'any' | 'internal' | 'public';

/** The levels of an endpoint of the API; undefined for any other endpoint. */
export const levelsOf = (access: Access): readonly Level[] | undefined =>
  typeof access === 'object' && !('principals' in access) ? access : undefined;

/** Whether connections may call an endpoint: it is of the API. */
export const isForConnections = ({ access }: Pick<Endpoint, 'access'>): boolean =>
  access === 'any' || levelsOf(access) !== undefined;

/** The context of a public endpoint. The headers may hold credentials. `url`: path and query of the request. */
export type PublicContext = Context<null> & { headers: IncomingHttpHeaders; url: string };

export type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & PathParams<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : object;

type ContextFor<Who extends Access> = Who extends readonly Level[]
  ? Context
  : Who extends 'any'
    ? Context<Caller>
    : Who extends 'public'
      ? PublicContext
      : Who extends { readonly principals: readonly PrincipalKind[] }
        ? PrincipalContext
        : Context<null>;

type EndpointInput<Path extends string, Query extends z.ZodRawShape, Body extends z.ZodType> = {
  params: PathParams<Path>;
  query: z.output<z.ZodObject<Query>>;
  body: z.output<Body>;
};

const withHeaders = Symbol('with headers');

/** A reply with its own response headers. */
export type HeadedReply = { readonly [withHeaders]: Readonly<Record<string, string>>; readonly reply: object };

export const replyWith = (headers: Record<string, string>, reply: object): HeadedReply => ({
  [withHeaders]: headers,
  reply,
});

/** Separates a reply from its own headers. */
export const unwrapReply = (result: object): { headers: Readonly<Record<string, string>>; reply: object } =>
  withHeaders in result
    ? { headers: (result as HeadedReply)[withHeaders], reply: (result as HeadedReply).reply }
    : { headers: {}, reply: result };

type Reply = object | JsonText | Content | FullReply | HeadedReply | Page<object | JsonText>;

/** Turns an error into the answer. `headers`: those of the request. */
export type Refuse = (error: ApiError, headers: IncomingHttpHeaders) => ApiError | FullReply;

/** The texts of an endpoint in the API document. The rest of the document follows from the declaration. */
type Described<Body extends z.ZodType> = {
  /** The name of its function in a generated client: `createOrder`. */
  name?: string;
  tag?: Tag;
  /** Details beyond the summary. The document adds who may call it. */
  description?: string;
  /** The heading of its rules in the guide. */
  guide?: `docs/api/${string}.md#${string}`;
  /** Bodies by name. e2e/test/conventions.test.ts sends them all; `<order_id>` and the like stand for ids. */
  examples?: Record<string, z.input<Body>>;
  /** The headers that its successful responses may have besides those of every endpoint, with their descriptions. */
  replyHeaders?: Record<string, string>;
};

type Declaration<
  Route extends string,
  Who extends Access,
  Query extends z.ZodRawShape,
  Body extends z.ZodType,
  Deps,
> = Described<Body> & {
  summary: string;
  /** The permission without which the answer is 403; `profile` endpoints name a general one. */
  needs?: Permission | General;
  access: Who;
  /**
   * The roles in which a user of the back office may call. Without them, no user may call an endpoint of the API, and only
   * owners one for principals.
   */
  roles?: readonly Role[];
  /** Query parameters. With those of `pageQuery` the endpoint is paginated: its handler returns a Page. */
  query?: Query;
  body?: Body;
  /** The size limit of the body in bytes (413 above it); 1 MiB by default. */
  bodyBytesMax?: number;
  /** The shape of the answer (for a paginated endpoint, of one element). Documented, and checked outside production. */
  reply: z.ZodType;
  /** Another method that does the same: real clients send PUT for PATCH. */
  alias?: 'PUT';
  /** The services that may call an internal endpoint, or one for principals. */
  callers?: readonly ServiceName[];
  /** For pages, and for a protocol with its own errors: how to answer an error. */
  refuse?: Refuse;
  /** `deps`: its dependencies in the service. */
  handle: (input: EndpointInput<Route, Query, Body>, ctx: ContextFor<Who>, deps: Deps) => Promise<Reply> | Reply;
};

/** A declared endpoint, as http-app.ts mounts it and openapi.ts describes it. Its handler needs `Deps`. */
export type Endpoint<Deps = never> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  summary: string;
  described: { [Field in keyof Described<z.ZodType>]: Described<z.ZodType>[Field] | undefined };
  needs: Permission | General | undefined;
  access: Access;
  roles: readonly Role[] | undefined;
  query: z.ZodObject;
  takesQuery: boolean;
  paginated: boolean;
  body: z.ZodType | undefined;
  bodyBytesMax: number;
  reply: z.ZodType;
  alias: 'PUT' | undefined;
  callers: readonly ServiceName[];
  refuse: Refuse | undefined;
  handle: (given: never, ctx: never, deps: Deps) => Promise<Reply> | Reply;
};

/** The dependencies of the handlers of some endpoints. */
export type EndpointDeps<Declared extends Endpoint> = [Declared] extends [
  { handle: (given: never, ctx: never, deps: infer Deps) => unknown },
]
  ? Deps
  : never;

/** Declares an endpoint: `endpoint('POST /locations/:location_id/orders', { … })`. */
export function endpoint<
  const Route extends `${Endpoint['method']} /${string}`,
  const Who extends Access,
  Query extends z.ZodRawShape = Record<never, never>,
  Body extends z.ZodType = z.ZodUndefined,
  Deps = unknown,
>(route: Route, declaration: Declaration<Route, Who, Query, Body, Deps>): Endpoint<Deps> {
  const [method, path] = route.split(' ') as [Endpoint['method'], string];
  const { summary, needs, access, roles, body, bodyBytesMax = 1_048_576, reply, alias } = declaration;
  const { callers = [], refuse, handle } = declaration;
  const { name, tag, description, guide, examples, replyHeaders } = declaration;
  const query = z.object(declaration.query ?? {});
  const takesQuery = Object.keys(query.shape).length > 0;
  const paginated = 'cursor' in query.shape;
  return {
    method,
    path,
    summary,
    described: { name, tag, description, guide, examples, replyHeaders },
    needs,
    access,
    roles,
    query,
    takesQuery,
    paginated,
    body,
    bodyBytesMax,
    reply,
    alias,
    callers,
    refuse,
    handle,
  };
}

/** The answer of endpoints with nothing to return: `{}`. */
export const emptyView = z.object({}).meta({ id: 'Empty', description: 'An empty object: nothing is to be shown.' });
