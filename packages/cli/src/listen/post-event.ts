import { connectionOpener } from '@order-hub/shared/open-connection';
import { postOnce } from '@order-hub/shared/post-once';

/** How a receiver answered. Without an answer `status` is null and `fault` says why. */
export type Answer = { status: number | null; fault: string | null; duration_ms: number };

const timeoutMs = 20_000;

const open = connectionOpener();

/** Posts once, as the hub does, and follows no redirect. Throws the reason of `signal` when that aborts. */
export async function postEvent(
  url: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  signal: AbortSignal,
): Promise<Answer> {
  const began = performance.now();
  const late = AbortSignal.timeout(timeoutMs);
  const ended = (result: Pick<Answer, 'status' | 'fault'>): Answer => ({
    ...result,
    duration_ms: Math.round(performance.now() - began),
  });
  try {
    const { status, close } = await postOnce({ url, headers, body }, open, AbortSignal.any([signal, late]));
    const answer = ended({ status, fault: null });
    close();
    return answer;
  } catch (error) {
    signal.throwIfAborted();
    const { code, message } = error as { code?: string; message: string };
    return ended({ status: null, fault: late.aborted ? `no answer within ${timeoutMs / 1_000} s` : (code ?? message) });
  }
}
