/** The client of the management API for operators: the calls of `@order-hub/shared/management/…` with the operator key. */
import { requestOf, type PrincipalCall } from '@order-hub/shared/principal-call';
import type { PathParams } from '@order-hub/shared/endpoint';
import type { z } from 'zod';

/** Where the API is, and the key that opens it. */
export type ManagementApi = { auth_url: string; operator_key: string };

/** The API did not answer 200. `status` is null when it did not answer at all; `body` is what it answered. */
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

type AnyRoute = `${'GET' | 'POST'} /management/${string}`;
type Page = { items: unknown[]; next: string | null };

const headersWith = (operator_key: string) => ({
  authorization: `Bearer ${operator_key}`,
  'content-type': 'application/json',
  // A kept connection that the server closes at this moment would fail a call that must not be repeated.
  connection: 'close',
});

/** Calls the management API. `ask` and `listAll` throw OperatorError when the answer is not 200. */
export function operatorClient({ auth_url, operator_key }: ManagementApi) {
  async function send(route: string, params: object, input: object | undefined): Promise<unknown> {
    const { method, path, body } = requestOf({ route }, { params, input });
    const name = `${method} ${path}`;
    const answer = await fetch(`${auth_url}${path}`, {
      method,
      headers: headersWith(operator_key),
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { body }),
    })
      .then(async (response) => ({ status: response.status, body: await response.json() }))
      .catch((cause: unknown) => {
        throw new OperatorError(`${name}: the management API at ${auth_url} does not answer`, { status: null, cause });
      });
    if (answer.status === 200) return answer.body;
    throw new OperatorError(`${name}: ${answer.status} ${JSON.stringify(answer.body)}`, answer);
  }

  return {
    /** The reply to a call. */
    ask: async <R extends AnyRoute, Input extends z.ZodObject, Reply extends z.ZodType>(
      call: PrincipalCall<R, Input, Reply>,
      { params, input }: { params: PathParams<R>; input?: z.input<Input> },
    ): Promise<z.output<Reply>> => call.reply.parse(await send(call.route, params, input)),

    /** Every element of a list, page after page. */
    async listAll<R extends AnyRoute, Input extends z.ZodObject, Reply extends z.ZodType<Page>>(
      call: PrincipalCall<R, Input, Reply>,
      { params, input }: { params: PathParams<R>; input?: z.input<Input> },
    ): Promise<z.output<Reply>['items']> {
      const elements: unknown[] = [];
      let after: string | null = null;
      do {
        const page: Page = call.reply.parse(await send(call.route, params, { ...input, ...(after && { after }) }));
        elements.push(...page.items);
        after = page.next;
      } while (after !== null);
      return elements;
    },
  };
}

export type Operator = ReturnType<typeof operatorClient>;
