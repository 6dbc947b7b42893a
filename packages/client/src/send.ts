import { HubError, type FieldFault } from './hub-error.ts';
import type { HubRequest } from './hub-request.ts';
import { secondsToRetry, type RetryLimits } from './retries.ts';

export type SendOptions = RetryLimits & {
  /** For one attempt, in milliseconds. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  fetch: typeof fetch;
  onResponse?: ((response: Response) => void) | undefined;
};

export type Answer = { data: unknown; headers: Headers };

/** Sends the request, again where that may help. Throws HubError, or the reason of `signal` when that aborts. */
export async function send(request: HubRequest, options: SendOptions): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await sendOnce(request, options);
    if (!(answer instanceof HubError)) return answer;
    const seconds = secondsToRetry(answer, request, attempt, options);
    if (seconds === undefined) throw answer;
    await pause(seconds, options.signal);
  }
}

async function sendOnce(request: HubRequest, options: SendOptions): Promise<Answer | HubError> {
  const { signal, timeoutMs } = options;
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', abort);
  let isLate = false;
  const timer = setTimeout(() => controller.abort((isLate = true)), timeoutMs);
  try {
    return await exchange(request, options, controller.signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (isLate) return new HubError(`No answer within ${timeoutMs} ms`, { status: 0, code: 'timeout' });
    return new HubError('No answer from the hub', { status: 0, code: 'no_answer', cause: error });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

async function exchange(
  { url, ...init }: HubRequest,
  { fetch, onResponse }: SendOptions,
  signal: AbortSignal,
): Promise<Answer | HubError> {
  // A redirect would pass the access token on.
  const response = await fetch(url, { ...init, redirect: 'error', signal });
  onResponse?.(response);
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const read = isJson ? await response.text() : await response.blob();
  const data = typeof read === 'string' ? parse(read) : read;
  if (!response.ok) return errorOf(response, data);
  if (data !== undefined) return { data, headers: response.headers };
  return new HubError('The answer is not JSON', { status: response.status, code: 'unreadable_answer' });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type ErrorBody = { message?: string; code?: string; error?: string; error_type?: string; errors?: FieldFault[] };

function errorOf({ status, headers }: Response, data: unknown): HubError {
  const body = (data ?? {}) as ErrorBody;
  return new HubError(body.message ?? `The hub answered ${status}`, {
    status,
    code: body.error ?? body.code ?? body.error_type ?? `http_${status}`,
    details: body.errors ?? [],
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: secondsOf(headers.get('retry-after')),
  });
}

/** `Retry-After` is a number of seconds or a date. */
function secondsOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const seconds = /^\d+$/.test(retryAfter) ? +retryAfter : (Date.parse(retryAfter) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the caller chose the reason.
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, seconds * 1_000);
    signal?.addEventListener('abort', abort, { once: true });
    if (signal?.aborted) abort();
  });
}
