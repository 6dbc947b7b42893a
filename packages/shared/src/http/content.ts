/** Replies that are sent as they are stored: an image, or JSON text that was compressed when it was written. */
import { createGunzip } from 'node:zlib';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { hasVersion } from './if-none-match.ts';

/** `version` is another one whenever the bytes are. `read` is called only when the client does not have this version. */
export type Content = {
  version: string;
  type: string;
  /** The bytes are compressed: a client that does not take gzip gets them decompressed. */
  isGzip: boolean;
  headers?: Record<string, string>;
  read: () => Promise<Buffer>;
};

export const isContent = (value: object): value is Content => 'read' in value && typeof value.read === 'function';

/** Of two encodings, each is a representation with a strong tag of its own. */
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
  // A client that goes away ends the stream: there is nobody left to tell.
  await pipeline(Readable.from([bytes]), createGunzip(), res).catch(() => res.destroy());
}

/** Sends stored content. A GET whose client has this version gets 304, and a HEAD the headers: the content is not read. */
export async function sendContent(req: Request, res: Response, content: Content): Promise<void> {
  const asGzip = content.isGzip && req.acceptsEncodings('gzip') === 'gzip';
  setHeaders(res, content, asGzip);
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  if (isRead && hasVersion(req, res.get('ETag') ?? '')) res.status(304).end();
  else if (req.method === 'HEAD') res.end();
  else await sendBytes(res, content, asGzip);
}
