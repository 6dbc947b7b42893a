import fresh from 'fresh';
import type { Request } from 'express';

/**
 * Whether the client has this version already. Looks at If-None-Match alone: some HTTP clients send `Cache-Control:
 * no-cache` with every request, and express's own check then sends the whole body.
 */
export const hasVersion = (req: Request, etag: string): boolean =>
  fresh({ 'if-none-match': req.headers['if-none-match'] }, { etag });
