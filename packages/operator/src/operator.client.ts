/** The operator API of a hub: `POST /operator/users` and the like, at the auth service. */

/** Where the API is, and the key that opens it. */
export type OperatorApi = { auth_url: string; operator_key: string };

/** The operator API did not answer 200. `status` is null when it did not answer at all; `body` is what it answered. */
export class OperatorError extends Error {
  readonly status: number | null;
  readonly body: unknown;

  constructor(
    message: string,
    { status, body, ...options }: { status: number | null; body?: unknown; cause?: unknown },
  ) {
    super(message, options);
    this.status = status;
    this.body = body;
  }
}

const timeoutMs = 30_000;

type Answer = { status: number; body: unknown; next: string | null };

async function ask({ auth_url, operator_key }: OperatorApi, route: string, body?: object): Promise<Answer> {
  const [method = 'GET', path = ''] = route.split(' ');
  try {
    const response = await fetch(`${auth_url}/operator${path}`, {
      method,
      headers: { authorization: `Bearer ${operator_key}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json(), next: response.headers.get('x-cursor-next') };
  } catch (cause) {
    throw new OperatorError(`${route}: the operator API at ${auth_url} does not answer`, { status: null, cause });
  }
}

/** Calls the operator API. `get`, `post` and `list` throw OperatorError when the answer is not 200. */
export function operatorClient(api: OperatorApi) {
  async function send(route: string, body?: object): Promise<Answer> {
    const answer = await ask(api, route, body);
    const { status } = answer;
    if (status !== 200) {
      throw new OperatorError(`${route}: ${status} ${JSON.stringify(answer.body)}`, { status, body: answer.body });
    }
    return answer;
  }
  return {
    get: async (path: string): Promise<unknown> => (await send(`GET ${path}`)).body,
    post: async <View = unknown>(path: string, body?: object): Promise<View> =>
      (await send(`POST ${path}`, body)).body as View,
    /** Every element of a list, page after page. */
    async list(path: string, query: Record<string, string | undefined>): Promise<unknown[]> {
      const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
      const elements: unknown[] = [];
      let cursor: string | null = null;
      do {
        const parameters = new URLSearchParams(given);
        if (cursor !== null) parameters.set('cursor', cursor);
        const { body, next }: Answer = await send(`GET ${path}?${parameters.toString()}`);
        elements.push(...(body as unknown[]));
        cursor = next;
      } while (cursor !== null);
      return elements;
    },
  };
}

export type Operator = ReturnType<typeof operatorClient>;
