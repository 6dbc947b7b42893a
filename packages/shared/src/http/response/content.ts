/** Replies whose stored bytes are sent: an image, or JSON text that was compressed when it was written. */
import { createGunzip } from 'node:zlib';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { hasVersion } from './if-none-match.ts';

/** `version` changes with the bytes. `read` runs only when the client does not have this version. */
export type Content = {
  version: string;
  type: string;
  /** Whether the bytes are compressed. A client that does not accept gzip gets them decompressed. */
  isGzip: boolean;
  headers?: Record<string, string>;
  read: () => Promise<Buffer>;
};

export const isContent = (value: object): value is Content => 'read' in value && typeof value.read === 'function';

/** Each encoding is a representation with its own strong tag. */
function setHeaders(res: Response, { version, type, isGzip, headers = {} }: Content, asGzip: boolean): void {
  res.set({ ...headers, 'Content-Type': type, ETag: `"${version}${asGzip ? '-gzip' : ''}"` });
  if (isGzip) res.vary('Accept-Encoding');
}

async function sendBytes(res: Response, { isGzip, read }: Content, asGzip: boolean): Promise<void> {
  const bytes = await read();
  if (asGzip) res.set('Content-Encoding', 'gzip');
  if (asGzip || !isGzip) {
    res.set('Content-Length', String(bytes.length)).end(bytes);
    return;
  }
  // Fails when the client disconnects; then there is no one to answer.
  await pipeline(Readable.from([bytes]), createGunzip(), res).catch(() => res.destroy());
}

/** Sends stored content. A 304 and the answer to a HEAD do not read it. */
export async function sendContent(req: Request, res: Response, content: Content): Promise<void> {
  const asGzip = content.isGzip && req.acceptsEncodings('gzip') === 'gzip';
  setHeaders(res, content, asGzip);
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  if (isRead && hasVersion(req, res.get('ETag') ?? '')) res.status(304).end();
  else if (req.method === 'HEAD') res.end();
  else await sendBytes(res, content, asGzip);
}
