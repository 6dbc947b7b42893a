import { isIP } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressPolicy } from '../callbacks/address-policy.ts';
import { refusedAddress, vettedLookup } from './vetted-lookup.ts';

type Connector = ReturnType<typeof buildConnector>;

/**
 * Opens sockets to allowed addresses only. Node asks `lookup` about names but not about literal addresses, so those are
 * judged here; and the connected socket is judged once more, for what it really is connected to.
 */
export function guardedConnector(policy: AddressPolicy, timeoutMs: number): Connector {
  const connect = buildConnector({
    timeout: timeoutMs,
    lookup: vettedLookup(policy),
    maxCachedSessions: 1_000,
    allowH2: false,
  });
  return (options, callback) => {
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1');
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
