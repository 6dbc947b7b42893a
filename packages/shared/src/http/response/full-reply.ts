/** Replies other than JSON: a page, a redirect, a stylesheet, a stream of events. */
import type { Response } from 'express';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { reportCost } from '../cost.ts';

const isFull = Symbol('full reply');

/** A stream is sent as it arrives, until it ends or the client disconnects. */
type ReplyParts = { status: number; headers: Record<string, string | string[]>; body: string | Buffer | Readable };

/** A reply with its own status, headers and body. */
export type FullReply = ReplyParts & { readonly [isFull]: true };

export const fullReply = (parts: ReplyParts): FullReply => ({ ...parts, [isFull]: true });

export const isFullReply = (reply: object): reply is FullReply => isFull in reply;

/** A HEAD request gets the headers alone. */
export async function sendFullReply(res: Response, { status, headers, body }: FullReply): Promise<void> {
  res.status(status).set(headers);
  reportCost(res);
  if (typeof body === 'string' || Buffer.isBuffer(body)) {
    res.end(body);
    return;
  }
  if (res.req.method === 'HEAD') {
    body.destroy();
    res.end();
    return;
  }
  res.flushHeaders();
  // Fails when the client disconnects; then there is no one to answer.
  await pipeline(body, res).catch(() => res.destroy());
}
