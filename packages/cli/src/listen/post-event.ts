/** How a receiver answered. Without an answer `status` is null and `fault` says why. */
export type Answer = { status: number | null; fault: string | null; duration_ms: number };

const timeoutMs = 20_000;

function faultOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1_000} s`;
  const { cause, message } = error as { cause?: { code?: string; message?: string }; message: string };
  return cause?.code ?? cause?.message ?? message;
}

/** Posts once, and follows no redirect. Throws the reason of `signal` when that aborts. */
export async function postEvent(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  signal: AbortSignal,
): Promise<Answer> {
  const began = performance.now();
  const ended = (result: Pick<Answer, 'status' | 'fault'>): Answer => ({
    ...result,
    duration_ms: Math.round(performance.now() - began),
  });
  try {
    const response = await fetch(url, {
      method: 'POST',
      // A kept connection that the receiver closes at this moment would look like a fault of it.
      headers: { ...headers, connection: 'close' },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const answer = ended({ status: response.status, fault: null });
    await response.body?.cancel().catch(() => undefined);
    return answer;
  } catch (error) {
    signal.throwIfAborted();
    return ended({ status: null, fault: faultOf(error) });
  }
}
