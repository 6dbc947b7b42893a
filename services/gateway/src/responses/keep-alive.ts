import type { PublicRequest } from '../request/public-request.ts';

/** Tells a client without an access token how long its connection stays open (docs/api/limits.md#connections). */
export function keepAliveHeaders({ connection, res, keepAliveSeconds }: PublicRequest): string[] {
  if (connection || keepAliveSeconds === undefined || !res.shouldKeepAlive) return [];
  return ['Connection', 'keep-alive', 'Keep-Alive', `timeout=${keepAliveSeconds}`];
}
