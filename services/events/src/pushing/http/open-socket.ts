import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { buildConnector } from 'undici';
import type { AddressPolicy } from '../../addresses/address-policy.ts';
import { bareHost } from '../../addresses/host-names.ts';
import { portOfUrl } from '../../addresses/hub-listeners.ts';
import { addressLookup, refusedAddress } from './look-up-addresses.ts';
import type { ResolveName } from './resolve-name.ts';

export type SocketOptions = { policy: AddressPolicy; timeoutMs: number; resolveName: ResolveName };

const hubAddressesMs = 30_000;

/** The addresses to which the names of the hub's listeners on a port resolve, cached for 30 seconds. */
function hubAddresses({ policy, resolveName }: SocketOptions): (port: string) => Promise<Set<string>> {
  const cached = new LRUCache<string, Promise<Set<string>>>({ max: 100, ttl: hubAddressesMs });
  async function resolve(port: string): Promise<Set<string>> {
    const answers = await Promise.allSettled(policy.hubHosts(port).map(resolveName));
    return new Set(
      answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.map(({ address }) => address) : [])),
    );
  }
  return (port) => {
    const addresses = cached.get(port) ?? resolve(port);
    if (!cached.has(port)) cached.set(port, addresses);
    return addresses;
  };
}

/**
 * Opens sockets to allowed addresses only. Node calls `lookup` for names but not for literal addresses, so those are checked
 * here. The connected socket is checked once more by its remote address, before anything is sent.
 */
export function socketOpener(options: SocketOptions): buildConnector.connector {
  const { policy, timeoutMs, resolveName } = options;
  const connect = buildConnector({
    timeout: timeoutMs,
    lookup: addressLookup(policy, resolveName),
    maxCachedSessions: 1_000,
    allowH2: false,
  });

  const hubAddressesOn = hubAddresses(options);

  async function findRefusal(address: string, port: string): Promise<Error | null> {
    const isRefused =
      !policy.allows(address) || policy.isHub(address, port) || (await hubAddressesOn(port)).has(address);
    return isRefused ? refusedAddress(address) : null;
  }

  return (target, callback) => {
    const host = bareHost(target.hostname);
    const port = portOfUrl(target);
    if (policy.isHub(host, port) || (isIP(host) > 0 && !policy.allows(host))) {
      callback(refusedAddress(host), null);
      return;
    }
    connect(target, (...[error, socket]) => {
      if (error) return callback(error, null);
      void findRefusal(socket.remoteAddress ?? host, port).then((refusal) => {
        if (!refusal) return callback(null, socket);
        socket.destroy();
        callback(refusal, null);
      });
    });
  };
}
