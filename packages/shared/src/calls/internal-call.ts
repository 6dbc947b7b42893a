/**
 * A call from one service to another, declared once for both (in auth-calls.ts and the like). The answering service mounts
 * `answerTo(call, handle)`; the calling service uses `ask(call, …)`.
 */
import { z } from 'zod';
import type { Context } from '../tokens/caller.ts';
import { endpoint, type Endpoint, type PathParams } from '../http/endpoint.ts';
import { errorCodes } from '../values/error-codes.ts';
import { faultCodes } from '../values/faults/fault-codes.ts';
import { ApiError, errorTypes, serviceUnavailable, type ErrorParams } from '../values/errors.ts';
import type { Answer } from '../process/internal-request.ts';
import type { ServiceName } from '../process/neighbours.ts';
import { openCallSender, type CallingService } from './call-sender.ts';
import { parseJson } from '../values/json.ts';

type Route = `${'GET' | 'POST'} /internal/${string}`;

/** A declared call. `to` answers; only services in `from` may ask. */
export type InternalCall<R extends Route, Body extends z.ZodType, Reply extends z.ZodType> = {
  route: R;
  summary: string;
  to: ServiceName;
  from: readonly ServiceName[];
  body: Body;
  reply: Reply;
  /** The message of the 503 for the API's client when `to` does not answer. */
  unavailable: string;
  /**
   * `ask` rethrows a 422 and a 429, because the user can correct their input, or wait. From any other call it is our bug: it
   * gives 503.
   */
  mayRefuse?: true;
};

/** Declares a call. */
export const internalCall = <const R extends Route, Body extends z.ZodType, Reply extends z.ZodType>(
  route: R,
  declaration: Omit<InternalCall<R, Body, Reply>, 'route'>,
): InternalCall<R, Body, Reply> => ({ route, ...declaration });

type CallInput<R extends string, Body extends z.ZodType> = { params: PathParams<R>; body: z.output<Body> };

/** The endpoint that answers a call. When the handler throws not_found, `ask` returns undefined. */
export const answerTo = <const R extends Route, Body extends z.ZodType, Reply extends z.ZodType, Deps>(
  { route, summary, from, body, reply }: InternalCall<R, Body, Reply>,
  handle: (asked: CallInput<R, Body>, ctx: Context<null>, deps: Deps) => Promise<z.output<Reply> & object>,
): Endpoint<Deps> =>
  endpoint<Route, 'internal', Record<never, never>, Body, Deps>(route, {
    summary,
    access: 'internal',
    callers: from,
    ...(route.startsWith('POST') && { body }),
    reply,
    handle: (given, ctx, deps) => handle(given as unknown as CallInput<R, Body>, ctx, deps),
  });

type Question<R extends string, Body extends z.ZodType> = {
  params: PathParams<R>;
  body?: z.input<Body>;
  requestId?: string;
};

/**
 * Asks another service. Returns undefined on 404. Throws the other service's 422 or 429 when the call may be refused, and
 * service_unavailable, with the call's message, when there is no valid answer in time.
 */
export type Ask = <R extends Route, Body extends z.ZodType, Reply extends z.ZodType>(
  call: InternalCall<R, Body, Reply>,
  question: Question<R, Body>,
) => Promise<z.output<Reply> | undefined>;

const timeoutMs = 5_000;

/** The method and the path of a route, with these parameters. */
export function targetOf(route: string, params: Record<string, string>) {
  const [method = '', path = ''] = route.split(' ');
  return { method, path: path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')) };
}

/** The body of an error, as http-app.ts writes it. */
const errorSchema = z.object({
  message: z.string(),
  errors: z
    .array(z.object({ field: z.string(), message: z.string(), code: z.enum(faultCodes).catch('invalid') }))
    .max(100)
    .optional(),
  more_errors: z.int().min(0).default(0),
  error_type: z.enum(errorTypes),
  // A service of the release before sends neither this code nor those of faults.
  code: z.enum(errorCodes).optional().catch(undefined),
});

/** What the body says for those who tell the error in other words. */
const paramsSchema = z.object({
  limit: z.string().optional(),
  current_status: z.string().optional(),
  quota: z.string().optional(),
  maximum: z.number().optional(),
  request_id: z.string().optional(),
});

/** The error that the other service answered. Throws when the body is not that of an error. */
export function receivedError(body: unknown): ApiError {
  const { error_type, message, errors, more_errors, code } = errorSchema.parse(body);
  const params = paramsSchema.parse(body) as ErrorParams;
  return new ApiError(error_type, message, { code, ...(errors && { errors }), more_errors, params });
}

const refusalStatuses = [422, 429];

/** The error that the other service answered with this status. Throws Error when the body is not that of such an error. */
function refusalOf(status: number, body: unknown): ApiError {
  const error = receivedError(body);
  if (error.status !== status || (status === 422 && !error.errors))
    throw new Error(`the body is not that of a ${status}`);
  return error;
}

type Terms<Reply extends z.ZodType> = { to: ServiceName; reply: Reply; mayRefuse?: true };

/** The reply in an answer; undefined for 404. Throws the refusal of a call that may be refused, and Error for anything else. */
function readAnswer<Reply extends z.ZodType>({ to, reply, mayRefuse }: Terms<Reply>, { status, text }: Answer) {
  if (status === 404) return undefined;
  if (mayRefuse && refusalStatuses.includes(status)) throw refusalOf(status, parseJson(text));
  if (status !== 200) throw new Error(`${to} answered ${status}`);
  return reply.parse(parseJson(text));
}

/** The calling end, over keep-alive connections. */
export function internalClient(service: CallingService) {
  const { send, unanswering, close } = openCallSender({ ...service, timeoutMs });

  const ask: Ask = async (call, { params, body, requestId }) => {
    const { route, to, unavailable } = call;
    const { method, path } = targetOf(route, params as Record<string, string>);
    const json = body === undefined ? undefined : JSON.stringify(body);
    const read = (answer: Answer) => readAnswer(call, answer);
    const onFailure = () => serviceUnavailable(unavailable);
    // Every internal call may be repeated: it changes nothing, or has the same effect twice, or gives a name only once.
    return send(to, { method, path, body: json, mayRepeat: true }, { headers: {}, requestId, onFailure, read });
  };
  return { ask, unanswering, close };
}
