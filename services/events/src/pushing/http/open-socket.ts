import { connectionOpener, type OpenConnection } from '@order-hub/shared/open-connection';
import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { AddressPolicy } from '../../addresses/address-policy.ts';
import { bareHost } from '../../addresses/host-names.ts';
import { portOfUrl } from '../../addresses/hub-listeners.ts';
import { addressLookup, refusedAddress } from './look-up-addresses.ts';
import type { ResolveName } from './resolve-name.ts';

export type SocketOptions = { policy: AddressPolicy; resolveName: ResolveName };

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
export function socketOpener(options: SocketOptions): OpenConnection {
  const { policy, resolveName } = options;
  const open = connectionOpener({ lookup: addressLookup(policy, resolveName) });
  const hubAddressesOn = hubAddresses(options);

  async function isRefused(address: string, port: string): Promise<boolean> {
    return !policy.allows(address) || policy.isHub(address, port) || (await hubAddressesOn(port)).has(address);
  }

  return async (url, signal) => {
    const host = bareHost(url.hostname);
    const port = portOfUrl(url);
    if (policy.isHub(host, port) || (isIP(host) > 0 && !policy.allows(host))) throw refusedAddress(host);
    const socket = await open(url, signal);
    const address = socket.remoteAddress ?? host;
    if (!(await isRefused(address, port))) return socket;
    socket.destroy();
    throw refusedAddress(address);
  };
}
