/** `createClient`: the API of an order hub as typed methods. */
import { routes } from './generated/routes.ts';
import { requestOf } from './hub-request.ts';
import { listOf } from './list.ts';
import type { CallOptions, Client } from './methods.ts';
import { randomUuid } from './random.ts';
import { sendOptionsOf, type SendSettings } from './send-options.ts';
import { send, type Answer } from './send.ts';

export { HubError, type FieldFault } from './hub-error.ts';
export type { List, Page } from './list.ts';
export type { CallOptions, Client } from './methods.ts';
export type { Schemas } from './schemas.ts';

export type ClientOptions = SendSettings & {
  /** The root of the API, such as `http://localhost:8080/v1`. */
  baseUrl: string;
  /** The access token of a connection. */
  token: string;
  /** Whether POST, PUT and PATCH carry an `Idempotency-Key`; true by default. */
  idempotencyKeys?: boolean;
  /** Sent with every call. */
  headers?: Record<string, string>;
};

type Call = (route: string, args: Record<string, unknown>, options: CallOptions) => Promise<Answer>;

const writes = new Set(['POST', 'PUT', 'PATCH']);

/**
 * A client that acts for one connection: `await hub.createOrder({ body })`. Its methods throw HubError, and TypeError for
 * an id that is missing. Throws TypeError without an address or a token, as when an environment variable is not set.
 */
export function createClient(options: ClientOptions): Client {
  for (const name of ['baseUrl', 'token'] as const) {
    if (!options[name]) throw new TypeError(`createClient needs a ${name}`);
  }
  const call = callWith(options);
  const methods: unknown = Object.fromEntries(
    Object.entries(routes).map(([name, route]) => [name, methodOf(call, route)]),
  );
  return methods as Client;
}

function methodOf(call: Call, route: string) {
  if (!route.startsWith('LIST ')) {
    return async (args = {}, options: CallOptions = {}) => (await call(route, args, options)).data;
  }
  return ({ cursor: start, ...filters }: { cursor?: string } = {}, options: CallOptions = {}) =>
    listOf((cursor) => call(route, { ...filters, cursor }, options), start);
}

const callWith =
  (client: ClientOptions): Call =>
  async (route, args, call) => {
    const request = requestOf(route, client.baseUrl, args);
    const key = keyOf(request.method, client, call);
    const headers = {
      'x-access-token': client.token,
      ...request.headers,
      ...(key !== undefined && { 'idempotency-key': key }),
      ...client.headers,
      ...call.headers,
    };
    return send({ ...request, headers }, sendOptionsOf(client, call));
  };

/** One key for all attempts of a call. */
function keyOf(method: string, client: ClientOptions, { idempotencyKey }: CallOptions): string | undefined {
  if (!writes.has(method) || idempotencyKey === false) return undefined;
  if (idempotencyKey !== undefined) return idempotencyKey;
  return client.idempotencyKeys === false ? undefined : randomUuid();
}
