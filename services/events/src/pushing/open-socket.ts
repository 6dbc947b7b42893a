import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { buildConnector } from 'undici';
import type { AddressPolicy } from '../callbacks/address-policy.ts';
import { bareHost } from '../callbacks/bare-host.ts';
import { portOfUrl } from '../callbacks/own-addresses.ts';
import { addressLookup, refusedAddress } from './look-up-addresses.ts';
import type { ResolveName } from './resolve-name.ts';

export type SocketOptions = { policy: AddressPolicy; timeoutMs: number; resolveName: ResolveName };

const ownAddressesMs = 30_000;

/** The addresses of the hub's listeners on a port, as their names resolved lately. */
function ownAddresses({ policy, resolveName }: SocketOptions): (port: string) => Promise<Set<string>> {
  const known = new LRUCache<string, Promise<Set<string>>>({ max: 100, ttl: ownAddressesMs });
  async function resolve(port: string): Promise<Set<string>> {
    const answers = await Promise.allSettled(policy.ownHosts(port).map(resolveName));
    return new Set(
      answers.flatMap((one) => (one.status === 'fulfilled' ? one.value.map(({ address }) => address) : [])),
    );
  }
  return (port) => {
    const addresses = known.get(port) ?? resolve(port);
    if (!known.has(port)) known.set(port, addresses);
    return addresses;
  };
}

/**
 * Opens sockets to allowed addresses only. Node asks `lookup` about names but not about literal addresses, so those are
 * checked here; and the connected socket is checked once more, by what it is really connected to, before anything is sent.
 */
export function socketOpener(options: SocketOptions): buildConnector.connector {
  const { policy, timeoutMs, resolveName } = options;
  const connect = buildConnector({
    timeout: timeoutMs,
    lookup: addressLookup(policy, resolveName),
    maxCachedSessions: 1_000,
    allowH2: false,
  });

  const own = ownAddresses(options);

  async function whyNot(address: string, port: string): Promise<Error | null> {
    const isRefused = !policy.allows(address) || policy.isOwn(address, port) || (await own(port)).has(address);
    return isRefused ? refusedAddress(address) : null;
  }

  return (target, callback) => {
    const host = bareHost(target.hostname);
    const port = portOfUrl(target);
    if (policy.isOwn(host, port) || (isIP(host) > 0 && !policy.allows(host))) {
      callback(refusedAddress(host), null);
      return;
    }
    connect(target, (...[error, socket]) => {
      if (error) return callback(error, null);
      void whyNot(socket.remoteAddress ?? host, port).then((refusal) => {
        if (!refusal) return callback(null, socket);
        socket.destroy();
        callback(refusal, null);
      });
    });
  };
}
