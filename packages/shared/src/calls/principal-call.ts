/**
 * A call on behalf of a principal: a user or an operator. It is declared once for the service that answers it and for those
 * who ask: the back office with a user token, the command line with the operator key. The answering service does
 * `answerFor(call, useCase)`, the back office `askFor(call, …)`.
 */
import { z } from 'zod';
import { endpoint, type Endpoint, type PathParams } from '../http/endpoint.ts';
import { isConnectFailure } from '../process/connect-failure.ts';
import type { Answer } from '../process/internal-request.ts';
import type { ServiceName } from '../process/neighbours.ts';
import type { PrincipalContext, PrincipalKind } from '../tokens/principal.ts';
import type { Role } from '../tokens/roles.ts';
import { userTokenHeader } from '../tokens/user-token.ts';
import { type ApiError, outcomeUnknown, serviceUnavailable } from '../values/errors.ts';
import { openCallSender, type CallingService } from './call-sender.ts';
import { receivedError, targetOf } from './internal-call.ts';
import { parseJson } from '../values/json.ts';

type Route = `${'GET' | 'POST'} /${'management' | 'internal'}/${string}`;

/**
 * A declared call. `input` is the body of a POST and the query of a GET. `principals`: who may make it; auth takes the
 * operator key in place of an operator's user token. `reads`: a POST that changes nothing, because what it asks must not be in an
 * address. `roles`: a user's at the place that the page is about; by default owners alone.
 */
export type PrincipalCall<R extends Route, Input extends z.ZodObject, Reply extends z.ZodType> = {
  route: R;
  summary: string;
  to: ServiceName;
  principals: readonly PrincipalKind[];
  roles?: readonly Role[];
  reads?: true;
  input: Input;
  /** The size limit of the body of a POST; 1 MiB by default. */
  bodyBytesMax?: number;
  reply: Reply;
};

const noInput = z.object({});

/** Declares a call. */
export const principalCall = <
  const R extends Route,
  Reply extends z.ZodType,
  Input extends z.ZodObject = typeof noInput,
>(
  route: R,
  declaration: Omit<PrincipalCall<R, Input, Reply>, 'route' | 'input'> & { input?: Input },
): PrincipalCall<R, Input, Reply> => ({ route, input: noInput as unknown as Input, ...declaration });

type UseCase<R extends Route, Input extends z.ZodObject, Reply extends z.ZodType, Deps> = (
  deps: Deps,
  ctx: PrincipalContext,
  params: PathParams<R>,
  input: z.output<Input>,
) => Promise<z.output<Reply> & object>;

/** The endpoint that answers a call with a use case. */
export function answerFor<R extends Route, Input extends z.ZodObject, Reply extends z.ZodType, Deps>(
  { route, summary, principals, roles, input, bodyBytesMax, reply }: PrincipalCall<R, Input, Reply>,
  useCase: UseCase<R, Input, Reply, Deps>,
): Endpoint<Deps> {
  const isPost = route.startsWith('POST');
  return endpoint<Route, { principals: readonly PrincipalKind[] }, z.ZodRawShape, z.ZodType, Deps>(route, {
    summary,
    access: { principals },
    ...(roles && { roles }),
    callers: ['back-office'],
    ...(isPost ? { body: input, ...(bodyBytesMax !== undefined && { bodyBytesMax }) } : { query: input.shape }),
    reply,
    handle: ({ params, query, body }, ctx, deps) =>
      useCase(deps, ctx, params as PathParams<R>, (isPost ? body : query) as z.output<Input>),
  });
}

/** On whose behalf a call is made: the user token of a browser's session, and the request that it serves. */
export type OnBehalf = { user_token: string; requestId: string; address: string | null };

type Question<R extends Route, Input extends z.ZodObject> = {
  params: PathParams<R>;
  input?: z.input<Input>;
};

/**
 * Asks another service on behalf of a user. Throws the error that the service answered (404, 403, 422 …). Without a
 * valid answer in time it throws service_unavailable, or outcome_unknown for a change that may have been made.
 */
export type AskFor = <R extends Route, Input extends z.ZodObject, Reply extends z.ZodType>(
  call: PrincipalCall<R, Input, Reply>,
  on: OnBehalf,
  question: Question<R, Input>,
) => Promise<z.output<Reply>>;

const timeoutMs = 10_000;

/** Method, path with its query, and JSON body of a call. */
export function requestOf(
  { route }: { route: string },
  { params, input }: { params: unknown; input?: object | undefined },
): { method: string; path: string; body: string | undefined } {
  const { method, path } = targetOf(route, params as Record<string, string>);
  if (method === 'POST') return { method, path, body: JSON.stringify(input ?? {}) };
  const given = Object.entries(input ?? {}).filter(([, value]) => value !== undefined && value !== null);
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
  return { method, path: given.length > 0 ? `${path}?${query.toString()}` : path, body: undefined };
}

function readAnswer<Reply extends z.ZodType>(
  { to, reply }: { to: ServiceName; reply: Reply },
  { status, text }: Answer,
): z.output<Reply> {
  if (status === 200) return reply.parse(parseJson(text));
  // 401 means that our own tokens are wrong: that is not the user's fault.
  if (status === 401 || status >= 500) throw Object.assign(new Error(`${to} answered ${status}`), { status });
  throw receivedError(parseJson(text));
}

/** The headers by which the other service knows the user. */
export const onBehalfHeaders = ({ user_token, address }: OnBehalf) => ({
  [userTokenHeader]: user_token,
  ...(address !== null && { 'x-forwarded-for': address }),
});

/** Whether the change was certainly not made: there was no connection, or the service said so. */
const isUndone = (error: unknown) => isConnectFailure(error) || (error as { status?: unknown }).status === 503;

/** The error for a call without a valid answer. */
export function failureOf(method: string, error: unknown): ApiError {
  if (method === 'GET') return serviceUnavailable('This cannot be shown at the moment; try again');
  if (isUndone(error)) return serviceUnavailable('This cannot be done at the moment; try again');
  return outcomeUnknown('The hub did not answer in time');
}

/** The asking end, over keep-alive connections. */
export function principalClient(service: CallingService) {
  const { send, unanswering, close } = openCallSender({ ...service, timeoutMs });

  const askFor: AskFor = async (call, on, question) => {
    const request = requestOf(call, question);
    // A repeated POST could create a second account, or rotate a secret twice.
    const isRead = request.method === 'GET' || call.reads === true;
    const read = (answer: Answer) => readAnswer(call, answer);
    const { requestId } = on;
    const terms = {
      headers: onBehalfHeaders(on),
      requestId,
      onFailure: (error: unknown) => failureOf(isRead ? 'GET' : 'POST', error),
      read,
    };
    return send(call.to, { ...request, mayRepeat: isRead }, terms);
  };
  return { askFor, unanswering, close };
}
