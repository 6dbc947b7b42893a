/**
 * Sends one POST on a connection of its own, and says whether the answer acknowledges it (docs/api/events.md#acknowledgement).
 * Connections are not reused: a receiver may close an idle one just as we write, and the event would wait a minute for its
 * next attempt. TLS sessions are resumed instead. Redirects are never followed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type buildConnector } from 'undici';
import { socketOpener, type SocketOptions } from './open-socket.ts';
import { openingReader, type Excerpt } from './read-opening.ts';
import { textStart } from '@order-hub/shared/text-start';

/** `acknowledge`: which statuses acknowledge; null for 200 to 499. */
type Post = { url: string; headers: Record<string, string>; body: string; acknowledge: '2xx' | null };

/**
 * How a receiver answered. Without an answer `status` is null and `fault` says why. The owner of the connection may see
 * `fault`: it holds no address but one that the callback's own URL names.
 */
export type ReceiverAnswer = { acknowledged: boolean; status: number | null; fault: string | null };

/** Posts once. Never throws. `reason` is for operators: the status, or why there is none. `excerpt` is null without an answer. */
export type PostEvent = (post: Post) => Promise<ReceiverAnswer & { reason: string; excerpt: Excerpt | null }>;

type Chunks = AsyncIterable<Buffer>;
type Connection = { connect: buildConnector.connector; signal: AbortSignal };

const drainBytesMax = 65_536;
const drainMs = 1_000;

/** A status from 200 to 499 acknowledges, or with `2xx` one from 200 to 299 (docs/api/events.md#acknowledgement). */
export const isAcknowledged = (status: number, acknowledge: Post['acknowledge']) =>
  status >= 200 && status <= (acknowledge === '2xx' ? 299 : 499);

/** Lets the receiver finish its answer, within limits, although it is not used. Then closes the connection. */
async function drainAndClose(client: Client, reading: Promise<void>): Promise<void> {
  await Promise.race([reading, sleep(drainMs, undefined, { ref: false })]).catch(() => undefined);
  await client.destroy().catch(() => undefined);
}

/** Returns the status, and the excerpt that has arrived soon after the headers. Throws when there is no answer. */
async function answerTo({ url, headers, body }: Post, { connect, signal }: Connection) {
  const { origin, pathname, search } = new URL(url);
  const client = new Client(origin, { connect, pipelining: 0, headersTimeout: 0, bodyTimeout: 0 });
  try {
    const answer = await client.request({ path: pathname + search, method: 'POST', headers, body, signal });
    answer.body.on('error', () => undefined);
    const opening = openingReader();
    void drainAndClose(client, opening.read(answer.body as Chunks, drainBytesMax));
    return { status: answer.statusCode, excerpt: await opening.excerpt(answer.headers) };
  } catch (error) {
    void client.destroy().catch(() => undefined);
    throw error;
  }
}

function whyNoAnswer(error: unknown) {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  return { fault: textStart(code || message, 300), reason: textStart(`no answer: ${code} ${message}`, 300) };
}

/** Posts within `timeoutMs`, from the DNS query to the last response header. */
export function eventPoster(options: SocketOptions): PostEvent {
  const { timeoutMs } = options;
  const connect = socketOpener(options);
  return async (post) => {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), timeoutMs);
    const { signal } = deadline;
    try {
      const { status, excerpt } = await answerTo(post, { connect, signal });
      return {
        acknowledged: isAcknowledged(status, post.acknowledge),
        status,
        fault: null,
        reason: `status ${status}`,
        excerpt,
      };
    } catch (error) {
      const late = `no answer within ${timeoutMs / 1000} s`;
      const why = signal.aborted ? { fault: late, reason: late } : whyNoAnswer(error);
      return { acknowledged: false, status: null, excerpt: null, ...why };
    } finally {
      clearTimeout(timer);
    }
  };
}
