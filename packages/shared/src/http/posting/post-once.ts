/**
 * Sends one POST to a receiver that we do not know, on a connection of its own, and reads its answer. Follows no redirect.
 *
 * The clients of Node's field refuse answers that mean a 200 all the same: undici (`fetch`) an unasked `100 Continue`, folded
 * headers and lines that end in LF alone; `node:http`, even with `insecureHTTPParser`, a blank in the name of a header. Here only
 * the status decides, so only the status has to be right.
 */
import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { Socket } from 'node:net';
import { answerBody } from './answer-body.ts';
import { answerHeadReader, type AnswerHead } from './answer-head.ts';
import type { OpenConnection } from './open-connection.ts';

export type Post = { url: string; headers: Record<string, string>; body: string };

/** `body` may be left unread, or read once. `close` ends the connection, whatever has come. */
export type PostAnswer = AnswerHead & { body: AsyncIterable<Buffer>; close(): void };

function requestText({ host, pathname, search }: URL, { headers, body }: Post): string {
  const own = { Host: host, Connection: 'close', 'Content-Length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ ...headers, ...own }).map(([name, value]) => {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return `${name}: ${value}\r\n`;
  });
  return `POST ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

async function* following(rest: Buffer, pieces: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (rest.length > 0) yield rest;
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
}

async function answerOn(socket: Socket): Promise<PostAnswer> {
  const pieces = (socket as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  const read = answerHeadReader();
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    const answer = read(next.value);
    if (!answer) continue;
    const body = answerBody(answer.head, following(answer.rest, pieces));
    return { ...answer.head, body, close: () => socket.destroy() };
  }
  throw new Error('the connection was closed before the response');
}

/** Posts once. Throws when there is no answer, and the reason of `signal` when that aborts before the answer. */
export async function postOnce(post: Post, open: OpenConnection, signal: AbortSignal): Promise<PostAnswer> {
  const url = new URL(post.url);
  const text = requestText(url, post);
  const socket = await open(url, signal);
  const stop = () => socket.destroy(signal.reason as Error);
  // An error reaches the reader; without a listener it would end the process.
  socket.on('error', () => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) throw signal.reason as Error;
    socket.write(text);
    return await answerOn(socket);
  } catch (error) {
    socket.destroy();
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
