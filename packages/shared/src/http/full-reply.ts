/** Replies that are not JSON: a page, a redirect, a stylesheet, a stream of events. */
import type { Response } from 'express';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const isFull = Symbol('full reply');

/** A stream as the body is sent as it comes, until it ends or the client goes away. */
type Parts = { status: number; headers: Record<string, string | string[]>; body: string | Buffer | Readable };

/** A reply with a status, headers and a body of its own. */
export type FullReply = Parts & { readonly [isFull]: true };

export const fullReply = (parts: Parts): FullReply => ({ ...parts, [isFull]: true });

export const isFullReply = (reply: object): reply is FullReply => isFull in reply;

export async function sendFullReply(res: Response, { status, headers, body }: FullReply): Promise<void> {
  res.status(status).set(headers);
  if (typeof body === 'string' || Buffer.isBuffer(body)) {
    res.end(body);
    return;
  }
  res.flushHeaders();
  // A client that goes away ends the stream: there is nobody left to tell.
  await pipeline(body, res).catch(() => res.destroy());
}
