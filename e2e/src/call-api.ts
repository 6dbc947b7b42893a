/** Calls the API as applications do, with an access token. */

export type Answer = { status: number; body: any; headers: Headers };

type CallOptions = {
  /** Sent as JSON; a string is sent unchanged. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Timeout in milliseconds. */
  patienceMs?: number;
};

/** Calls the API with one connection: `await till('GET /callback/events')`. */
export type Call = (route: string, options?: CallOptions) => Promise<Answer>;

const headersOf = (token: string | null, { body, headers }: CallOptions) => ({
  ...(token !== null && { 'x-access-token': token }),
  ...(body !== undefined && { 'content-type': 'application/json' }),
  ...headers,
});

/** Calls the API at `baseUrl`, with an access token or none. */
export function callWith(baseUrl: string, token: string | null): Call {
  return async (route, options = {}) => {
    const [method = 'GET', path = '/'] = route.split(' ');
    const { body, patienceMs = 30_000 } = options;
    const response = await fetch(baseUrl + path, {
      method,
      headers: headersOf(token, options),
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text), headers: response.headers };
  };
}
