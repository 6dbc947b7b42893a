/** Calls a service under test over HTTP, with a real caller token as from the gateway. */
import { type Agent, request } from 'node:http';
import type { Caller } from '@order-hub/shared/caller';
import { callerTokenHeader, signCallerToken } from '@order-hub/shared/caller-token';
import { newId } from '@order-hub/shared/ids';
import type { ServiceName } from '@order-hub/shared/neighbours';
import type { Principal, UserPlace } from '@order-hub/shared/principal';
import { serviceTokenHeader, signServiceToken } from '@order-hub/shared/service-token';
import { signUserToken, userTokenHeader } from '@order-hub/shared/user-token';
import { type Answer, ask } from './ask.ts';
import { testSigningKeys } from './keys.ts';

export const testOperatorKey = 'operator-key-of-the-tests-0123456789abcdef';

/** A caller whose scope is text. */
export type TestCaller = Omit<Caller, 'scope'> & { scope: string };

/** A connection with every permission on a new location or, with `location_id: null`, on a new account. */
export function aCaller(overrides: Partial<TestCaller> = {}): TestCaller {
  const location_id = overrides.location_id === undefined ? newId() : overrides.location_id;
  const level = location_id ? 'location' : 'account';
  return {
    connection_id: newId(),
    connection_name: null,
    client_id: newId(),
    client_name: 'Test client',
    user_id: newId(),
    account: { id: newId(), currency: 'EUR' },
    location_id,
    catalog_id: null,
    customer_list_id: null,
    scope: `${level}[orders.write,all_catalogs.write,all_customer_lists.write,inventory.write]`,
    location: location_id ? { id: location_id, timezone: 'Europe/Paris' } : null,
    ...overrides,
  };
}

/** A user as the back office passes them on: with the password just entered, on a page about no place. */
export const aPrincipal = (overrides: Partial<Principal> = {}): Principal => ({
  kind: 'user',
  user: { id: newId(), email: 'ada@example.com' },
  is_confirmed: true,
  place: null,
  ...overrides,
});

/** What a page is about: by default a new location, seen by its owner. */
export const aPlace = (overrides: Partial<UserPlace> = {}): UserPlace => ({
  account_id: newId(),
  account_name: 'Chez Ada',
  currency: 'EUR',
  location_id: newId(),
  location_name: 'Rue du Bac',
  timezone: 'Europe/Paris',
  catalog_id: null,
  customer_list_id: null,
  role: 'owner',
  ...overrides,
});

/** A user on the page of a connection's location, or of its account. */
export const aUserAt = ({ account, location_id }: TestCaller, role: UserPlace['role'] = 'owner'): Principal =>
  aPrincipal({ place: aPlace({ account_id: account?.id ?? null, location_id, role }) });

type CallOptions = {
  /** The calling connection. Without one the request has no caller token. */
  as?: TestCaller | undefined;
  /** The service whose internal endpoint is called. */
  internal?: string;
  /** The service that calls it; by default the gateway. */
  from?: ServiceName;
  /** The principal on whose behalf the back office calls. */
  user?: Principal;
  /** Calls the management API with this key. */
  operatorKey?: string;
  /** Sent as JSON; a string is sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
};

/** Half the validity of a token. */
const reusedForMs = 30_000;

const tokens = new Map<string, { token: Promise<string>; renewAt: number }>();

/** A token that says `signed`, reused for half its validity, as in the hub: signing and verifying one take 0.4 ms. */
function tokenOf(signed: object, sign: () => Promise<string>): Promise<string> {
  const key = JSON.stringify(signed);
  const known = tokens.get(key);
  if (known && Date.now() < known.renewAt) return known.token;
  const token = sign();
  tokens.set(key, { token, renewAt: Date.now() + reusedForMs });
  return token;
}

const callerToken = (caller: TestCaller, to: string) =>
  tokenOf({ caller, to }, () => signCallerToken(testSigningKeys.gateway, { caller, to }, new Date()));

const serviceToken = (from: ServiceName, to: string) =>
  tokenOf({ from, to }, () => signServiceToken(testSigningKeys[from], from, to));

const userToken = (user: Principal) => tokenOf({ user }, () => signUserToken(testSigningKeys.auth, user));

async function headersOf({
  as,
  internal,
  from = 'gateway',
  user,
  operatorKey,
  headers,
  service,
}: CallOptions & { service: string }): Promise<Record<string, string>> {
  return {
    ...(as && { [callerTokenHeader]: await callerToken(as, service) }),
    ...(internal && { [serviceTokenHeader]: await serviceToken(from, internal) }),
    ...(user && {
      [serviceTokenHeader]: await serviceToken('back-office', service),
      [userTokenHeader]: await userToken(user),
    }),
    ...(operatorKey && { authorization: `Bearer ${operatorKey}` }),
    ...headers,
  };
}

/**
 * Returns a function that calls `service` on `port`: `await call('POST /locations/x/orders', { as, body })`. A service serves
 * its idle connections for half a second as it stops: `agent` keeps those of these calls, so that a test can end them first.
 */
export function callOn(port: number, service = 'gateway', agent?: Agent) {
  return async (route: string, options: CallOptions = {}): Promise<Answer> =>
    ask({ port, agent }, route, { body: options.body, headers: await headersOf({ ...options, service }) });
}

/** A call whose answer nobody waits for yet. `status` is 0 when the call ends without an answer. */
export type BegunCall = { status: Promise<number>; giveUp(): void };

type BegunOptions = Omit<CallOptions, 'body'> & {
  body?: object | string | Buffer;
  /** How many bytes of the body are sent; by default all. */
  sentBytes?: number;
};

/** Like `callOn`, but returns as soon as the request is on its way, each on a connection of its own. */
export function beginOn(port: number, service = 'gateway') {
  return async (route: string, { body, sentBytes, ...options }: BegunOptions = {}): Promise<BegunCall> => {
    const [method = 'GET', path = '/'] = route.split(' ');
    const bytes = Buffer.isBuffer(body)
      ? body
      : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? ''));
    const length = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': bytes.length };
    const headers = { ...length, ...(await headersOf({ ...options, service })) };
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent: false });
    const status = new Promise<number>((resolve) => {
      sent.once('response', (response) => resolve((response.resume(), response.statusCode ?? 0)));
      sent.on('error', () => resolve(0)).once('close', () => resolve(0));
    });
    if (body === undefined) sent.end();
    else if (sentBytes === undefined) sent.end(bytes);
    else sent.write(bytes.subarray(0, sentBytes));
    return { status, giveUp: () => void sent.destroy() };
  };
}

/** Pauses grow: asking for a minute must not reach the rate limit of a connection. */
const pauses = { firstMs: 20, growth: 1.1, mostMs: 200 };

/**
 * Waits until `probe` returns something other than false, undefined or an empty list. Throws shortly before Jest's own time-out,
 * so that the error names the line: a busy machine may take minutes.
 */
export async function eventually<Value>(
  probe: () => Promise<Value | undefined | false> | Value | undefined | false,
  withinMs = 170_000,
): Promise<Value> {
  const deadline = Date.now() + withinMs;
  for (let pauseMs = pauses.firstMs; ; pauseMs = Math.min(pauseMs * pauses.growth, pauses.mostMs)) {
    const value = await probe();
    const isEmpty = Array.isArray(value) && value.length === 0;
    if (value !== undefined && value !== false && !isEmpty) return value;
    if (Date.now() > deadline) throw new Error('It did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
