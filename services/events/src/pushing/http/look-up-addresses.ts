import type { LookupFunction } from 'node:net';
import type { AddressPolicy } from '../../addresses/address-policy.ts';
import type { ResolveName } from './resolve-name.ts';

export const refusedAddress = (host: string) => new Error(`${host} is not an address that callbacks may reach`);

/** A `lookup` for sockets that returns allowed addresses only, so a socket can reach no other. Fails when a name has none. */
export function addressLookup(policy: AddressPolicy, resolve: ResolveName): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const allowed = addresses.filter(({ address }) => policy.allows(address));
        const [first] = allowed;
        if (!first) callback(refusedAddress(hostname), []);
        else if (options.all) callback(null, allowed);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, []),
    );
  };
}
