/** Calls a service under test over HTTP, with a real caller token as from the gateway. */
import type { Caller } from '@order-hub/shared/caller';
import { callerTokenHeader, signCallerToken } from '@order-hub/shared/caller-token';
import { newId } from '@order-hub/shared/ids';
import type { Principal } from '@order-hub/shared/principal';
import { serviceTokenHeader, signServiceToken } from '@order-hub/shared/service-token';
import { signUserToken, userTokenHeader } from '@order-hub/shared/user-token';

export const testInternalKeys = ['internal-key-of-the-tests-0123456789abcdef'];
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

export type Answer = { status: number; body: any; headers: Headers };

type CallOptions = {
  /** The calling connection. Without one the request has no caller token. */
  as?: TestCaller | undefined;
  /** The service whose internal endpoint is called. */
  internal?: string;
  /** The service that calls it; by default the gateway. */
  from?: string;
  /** The principal on whose behalf the back office calls. */
  user?: Principal;
  /** Calls the management API with this key. */
  operatorKey?: string;
  /** Sent as JSON; a string is sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
};

async function headersOf({
  as,
  internal,
  from = 'gateway',
  user,
  operatorKey,
  body,
  headers,
  service,
}: CallOptions & { service: string }): Promise<Record<string, string>> {
  return {
    ...(as && {
      [callerTokenHeader]: await signCallerToken(testInternalKeys, { caller: as, to: service }, new Date()),
    }),
    ...(internal && { [serviceTokenHeader]: await signServiceToken(testInternalKeys, from, internal) }),
    ...(user && {
      [serviceTokenHeader]: await signServiceToken(testInternalKeys, 'back-office', service),
      [userTokenHeader]: await signUserToken(testInternalKeys, user),
    }),
    ...(operatorKey && { authorization: `Bearer ${operatorKey}` }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...headers,
  };
}

/** Returns a function that calls `service` on `port`: `await call('POST /locations/x/orders', { as, body })`. */
export function callOn(port: number, service = 'gateway') {
  return async (route: string, options: CallOptions = {}): Promise<Answer> => {
    const [method = 'GET', path = '/'] = route.split(' ');
    const { body } = options;
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: await headersOf({ ...options, service }),
      redirect: 'manual',
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text), headers: response.headers };
  };
}

/** Waits until `probe` returns something other than false or undefined. Throws if that takes too long. */
export async function eventually<Value>(
  probe: () => Promise<Value | undefined | false> | Value | undefined | false,
  withinMs = 15_000,
): Promise<Value> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const value = await probe();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > deadline) throw new Error('It did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
