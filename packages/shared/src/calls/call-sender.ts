/** What the calling ends of internal calls and of calls on behalf of principals have in common. */
import { internalAgents, sendInternalRequest, type Answer } from '../process/internal-request.ts';
import { reasonOf, type Log } from '../process/log.ts';
import type { Addresses, ServiceName } from '../process/neighbours.ts';
import type { SigningKey } from '../process/settings/signing-keys.ts';
import { serviceTokenHeader, serviceTokens } from '../tokens/service-token.ts';
import { activeSpan, inChildSpan } from '../tracing/span.ts';
import { ApiError } from '../values/errors.ts';

/** The calling service, and what it needs to reach the others. */
export type CallingService = { from: ServiceName; addresses: Addresses; signingKey: SigningKey; log: Log };

/** `path`: with its query. `body`, `mayRepeat`: see internal-request.ts. */
type CallRequest = { method: string; path: string; body: string | Buffer | undefined; mayRepeat: boolean };

/** `headers`: besides the service token. `onFailure` makes the error for a call without a valid answer, for which `read` throws. */
type CallTerms<Reply> = {
  headers: Record<string, string>;
  requestId: string | undefined;
  onFailure: (error: unknown) => ApiError;
  read: (answer: Answer) => Reply;
};

const socketsMax = 64;
/** How long a service counts as unanswering after a call failed and none came after it. */
const unansweringMs = 60_000;

/** Remembers which services did not answer the last call. */
function openFailures() {
  const failedAt = new Map<ServiceName, number>();
  return {
    failed: (to: ServiceName) => failedAt.set(to, performance.now()),
    answered: (to: ServiceName) => failedAt.delete(to),
    unanswering: () => [...failedAt].filter(([, ms]) => performance.now() - ms < unansweringMs).map(([name]) => name),
  };
}

/** By these headers the other service logs the same request, and continues its trace. */
const tracingHeaders = (requestId: string | undefined) => ({
  ...(requestId && { 'x-request-id': requestId }),
  ...(activeSpan() && { traceparent: activeSpan()?.traceparent ?? '' }),
});

/** Sends calls to other services over keep-alive connections. */
export function openCallSender({
  from,
  addresses,
  signingKey,
  log,
  timeoutMs,
}: CallingService & { timeoutMs: number }) {
  const agents = internalAgents(socketsMax);
  const tokenFor = serviceTokens(signingKey, from);
  const { failed, answered, unanswering } = openFailures();

  /** Returns what `read` makes of the answer. Throws the ApiErrors of `read`, and that of `onFailure` for anything else. */
  async function send<Reply>(
    to: ServiceName,
    { path, ...request }: CallRequest,
    { headers, requestId, onFailure, read }: CallTerms<Reply>,
  ): Promise<Reply> {
    try {
      const attributes = { 'http.request.method': request.method, 'hub.service': to };
      const answer = await inChildSpan(`${request.method} ${to}`, attributes, async () => {
        const url = `${addresses[to] ?? ''}${path}`;
        const token = await tokenFor(to);
        const sent = { ...headers, [serviceTokenHeader]: token, ...tracingHeaders(requestId) };
        return sendInternalRequest({ ...request, url, headers: sent, agents, timeoutMs });
      });
      answered(to);
      return read(answer);
    } catch (error) {
      if (error instanceof ApiError) throw error;
      failed(to);
      log.warn({ to, request_id: requestId, reason: reasonOf(error) }, 'no answer from another service');
      throw onFailure(error);
    }
  }
  return {
    send,
    /** The services that did not answer the last call of the last minute. */
    unanswering,
    close: () => agents.destroy(),
  };
}
