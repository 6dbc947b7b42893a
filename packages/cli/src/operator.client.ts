import { CommandError } from './command-error.ts';
import type { OperatorApi } from './operator-api.ts';

type Answer = { status: number; body: unknown; next: string | null };
type ErrorBody = { message?: string; errors?: { field: string; message: string }[] };

const timeoutMs = 30_000;

/** Fields whose option has another name than theirs. */
const optionNames: Record<string, string> = {
  user_id: 'user',
  account_id: 'account',
  location_id: 'location',
  client_id: 'client',
  catalog_id: 'catalog',
  customer_list_id: 'customer-list',
  redirect_uris: 'redirect-uri',
};

/** The option that gives a field of a request: `account_id` → `--account`, `redirect_uris.0` → `--redirect-uri`. */
function optionOf(field: string): string {
  const [name = ''] = field.split('.');
  return `--${optionNames[name] ?? name.replaceAll('_', '-')}`;
}

function sentenceOf({ status, body }: Answer, { auth_url }: OperatorApi): string {
  const { message, errors = [] } = (body ?? {}) as ErrorBody;
  if (status === 401) {
    return `The hub at ${auth_url} refuses this operator key: HUB_OPERATOR_KEY (or operator.json) is not the one it was started with.`;
  }
  if (errors.length > 0) return errors.map((error) => `${optionOf(error.field)} ${error.message}`).join('\n');
  return message ?? `The hub at ${auth_url} answered ${status}.`;
}

async function request(api: OperatorApi, method: string, path: string, body?: object): Promise<Answer> {
  try {
    const response = await fetch(`${api.auth_url}/operator${path}`, {
      method,
      headers: { authorization: `Bearer ${api.operator_key}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json(), next: response.headers.get('x-cursor-next') };
  } catch {
    throw new CommandError(
      `The hub cannot be reached at ${api.auth_url}. Start it with \`npm start\`, or set HUB_AUTH_URL and HUB_OPERATOR_KEY to those of a running one.`,
    );
  }
}

/** The operator API of one hub. Everything raises CommandError with a sentence when it is not done. */
export type Operator = {
  get(path: string): Promise<unknown>;
  post(path: string, body?: object): Promise<unknown>;
  /** Every element of a paginated list. */
  list(path: string, query: Record<string, string | undefined>): Promise<unknown[]>;
};

/** Calls the operator API at this address. */
export function operatorOf(api: OperatorApi): Operator {
  async function send(method: string, path: string, body?: object): Promise<Answer> {
    const answer = await request(api, method, path, body);
    if (answer.status !== 200) throw new CommandError(sentenceOf(answer, api));
    return answer;
  }
  return {
    get: async (path) => (await send('GET', path)).body,
    post: async (path, body) => (await send('POST', path, body)).body,
    async list(path, query) {
      const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
      const elements: unknown[] = [];
      let cursor: string | null = null;
      do {
        const parameters = new URLSearchParams(given);
        if (cursor !== null) parameters.set('cursor', cursor);
        const { body, next }: Answer = await send('GET', `${path}?${parameters.toString()}`);
        elements.push(...(body as unknown[]));
        cursor = next;
      } while (cursor !== null);
      return elements;
    },
  };
}
