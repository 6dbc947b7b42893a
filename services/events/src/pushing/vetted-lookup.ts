import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { AddressPolicy } from '../callbacks/address-policy.ts';

type Resolve = (hostname: string, callback: (error: Error | null, addresses: LookupAddress[]) => void) => void;

const systemResolve: Resolve = (hostname, callback) => lookup(hostname, { all: true, verbatim: true }, callback);

/** The name leads to no address that a callback may reach. */
export const refusedAddress = (host: string) => new Error(`${host} is not an address that callbacks may reach`);

/** Queries for one name at one time share one answer: a name server that hangs must not use up the resolver's threads. */
function shared(resolve: Resolve): Resolve {
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
 * A `lookup` for sockets that gives only addresses the policy allows; each address of the answer is judged, so the
 * socket can only go to one that was. Fails when none is left.
 */
export function vettedLookup(policy: AddressPolicy, resolve: Resolve = systemResolve): LookupFunction {
  const ask = shared(resolve);
  return (hostname, options, callback) => {
    ask(hostname, (error, addresses) => {
      if (error) return callback(error, []);
      const allowed = addresses.filter(({ address }) => policy.allows(address));
      const [first] = allowed;
      if (!first) return callback(refusedAddress(hostname), []);
      if (options.all) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}
