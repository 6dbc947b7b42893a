import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressPolicy } from '../callbacks/address-policy.ts';
import { bareHost } from '../callbacks/callback-url.ts';
import { addressLookup, refusedAddress } from './look-up-addresses.ts';
import type { ResolveName } from './resolve-name.ts';

export type SocketOptions = { policy: AddressPolicy; timeoutMs: number; resolveName: ResolveName };

/**
 * Opens sockets to allowed addresses only. Node asks `lookup` about names but not about literal addresses, so those are
 * checked here; and the connected socket is checked once more, by what it is really connected to.
 */
export function socketOpener({ policy, timeoutMs, resolveName }: SocketOptions): buildConnector.connector {
  const connect = buildConnector({
    timeout: timeoutMs,
    lookup: addressLookup(policy, resolveName),
    maxCachedSessions: 1_000,
    allowH2: false,
  });
  return (options, callback) => {
    const host = bareHost(options.hostname);
    if (isIP(host) && !policy.allows(host)) {
      callback(refusedAddress(host), null);
      return;
    }
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null);
      if (policy.allows(socket.remoteAddress ?? '')) return callback(null, socket);
      socket.destroy();
      callback(refusedAddress(socket.remoteAddress ?? host), null);
    });
  };
}
