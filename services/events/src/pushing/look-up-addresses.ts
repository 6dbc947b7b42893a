import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { AddressPolicy } from '../callbacks/address-policy.ts';

type Resolve = (hostname: string, callback: (error: Error | null, addresses: LookupAddress[]) => void) => void;

const systemResolve: Resolve = (hostname, callback) => lookup(hostname, { all: true, verbatim: true }, callback);

export const refusedAddress = (host: string) => new Error(`${host} is not an address that callbacks may reach`);

/** Simultaneous queries for one name share one answer, so that a name server that hangs does not use up the resolver's threads. */
function coalesced(resolve: Resolve): Resolve {
  const waiting = new Map<string, Parameters<Resolve>[1][]>();
  return (hostname, callback) => {
    const queue = waiting.get(hostname);
    if (queue) {
      queue.push(callback);
      return;
    }
    waiting.set(hostname, [callback]);
    resolve(hostname, (error, addresses) => {
      const callbacks = waiting.get(hostname) ?? [];
      waiting.delete(hostname);
      for (const one of callbacks) one(error, addresses);
    });
  };
}

/**
 * A `lookup` for sockets that gives only addresses that the policy allows, so a socket can go to no other. Fails when
 * the name has none.
 */
export function addressLookup(policy: AddressPolicy, resolve: Resolve = systemResolve): LookupFunction {
  const resolveOnce = coalesced(resolve);
  return (hostname, options, callback) => {
    resolveOnce(hostname, (error, addresses) => {
      if (error) return callback(error, []);
      const allowed = addresses.filter(({ address }) => policy.allows(address));
      const [first] = allowed;
      if (!first) return callback(refusedAddress(hostname), []);
      if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}
