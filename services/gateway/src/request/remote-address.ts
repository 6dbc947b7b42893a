import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

const addressWithPort = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/;

/**
 * The client's address: that of the TCP peer or, behind `hops` trusted proxies of our own, the one that the outermost of
 * them saw.
 */
export function remoteAddress({ headers, socket }: IncomingMessage, hops: number): string {
  const peer = socket.remoteAddress ?? '';
  const forwarded = headers['x-forwarded-for'];
  if (hops === 0 || typeof forwarded !== 'string') return peer;
  const chain = forwarded.split(',');
  const seen = chain[Math.max(0, chain.length - hops)]?.trim() ?? '';
  // Some proxies add the port.
  const address = seen.replace(addressWithPort, '$1$2');
  return isIP(address) ? address : peer;
}
