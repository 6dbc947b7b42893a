/** Calls the API as the user of a page, at the services themselves (docs/decisions/0080-users-call-the-api.md). */
import type { Client } from '@order-hub/client';
import { routes } from '@order-hub/client/routes';
import { upstreamOf } from '@order-hub/shared/api-upstreams';
import { openCallSender, type CallingService } from '@order-hub/shared/call-sender';
import { receivedError } from '@order-hub/shared/internal-call';
import type { Answer } from '@order-hub/shared/internal-request';
import { failureOf, onBehalfHeaders, type OnBehalf } from '@order-hub/shared/principal-call';
import { apiRequestOf, type ApiArguments } from './api-request.ts';
import { parseJson } from '@order-hub/shared/json';

type OperationName = keyof typeof routes;

/** Ids of the path, filters of the query, and `body`: in one object, as the client's methods take them. */
type Arguments<Name extends OperationName> = NonNullable<Parameters<Client[Name]>[0]>;

/** A page of a list; pass `next` as `cursor` for the page after it. */
export type ApiPage<Item> = { items: Item[]; next: string | undefined };

type Result<Name extends OperationName> =
  ReturnType<Client[Name]> extends Promise<infer Value>
    ? Value
    : ReturnType<Client[Name]> extends AsyncIterable<infer Item>
      ? ApiPage<Item>
      : never;

/** `key`: of the change. `type`: of a body that is bytes. */
type CallOptions = { key?: string; type?: string };

/**
 * Calls an operation of the API as the user of the visit: `callApi('updateOrder', visit, { location_id, order_id, body })`.
 * Every id of the path is given. Throws the error that the service answered (403, 404, 409, 422 …). Without a valid answer in
 * time it throws service_unavailable, or outcome_unknown for a change that may have been made. With `key`, repeating
 * the change has the same effect as making it once.
 */
export type CallApi = <Name extends OperationName>(
  name: Name,
  on: OnBehalf,
  args: Arguments<Name>,
  options?: CallOptions,
) => Promise<Result<Name>>;

const timeoutMs = 10_000;

function readAnswer(route: string, { status, headers, text }: Answer): unknown {
  if (status === 200) {
    const value = parseJson(text);
    return route.startsWith('LIST ') ? { items: value, next: headers['x-cursor-next'] } : value;
  }
  // 401 means that our own tokens are wrong: that is not the user's fault.
  if (status === 401 || status >= 500) throw Object.assign(new Error(`the API answered ${status}`), { status });
  throw receivedError(parseJson(text));
}

/** Opens the calling end, over keep-alive connections. */
export function openApi(service: CallingService) {
  const { send, unanswering, close } = openCallSender({ ...service, timeoutMs });

  async function call(name: OperationName, on: OnBehalf, args: ApiArguments, { key, type }: CallOptions = {}) {
    const route = routes[name];
    const request = apiRequestOf(route, args);
    const to = upstreamOf(request.path);
    if (!to) throw new Error(`${route} is no path of the API`);
    const headers = {
      ...onBehalfHeaders(on),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(type && { 'content-type': type }),
    };
    const onFailure = (error: unknown) => failureOf(request.method, error);
    const read = (answer: Answer) => readAnswer(route, answer);
    const mayRepeat = request.method === 'GET' || key !== undefined;
    return send(to, { ...request, mayRepeat }, { headers, requestId: on.requestId, onFailure, read });
  }
  return { callApi: call as unknown as CallApi, unanswering, close };
}
