import { lookUpConnection, lookUpLocation } from '@order-hub/shared/auth-calls';
import type { Ask } from '@order-hub/shared/internal-call';
import { isActive, type LocationAnswer, type TokenAnswer } from '../request/connection.ts';
import { type LookupCache, lookupCache } from './lookup-cache.ts';

const connectionsMax = 20_000;
const locationsMax = 50_000;

const locationKey = (accountId: string, locationId: string) => `${accountId}/${locationId}`;

/** The cached connections and locations. */
export type Directory = {
  /** Keys are SHA-256 digests of access tokens. */
  connections: LookupCache<TokenAnswer>;
  /** Keys are `<account id>/<location id>`. */
  locations: LookupCache<LocationAnswer>;
  locationKey: typeof locationKey;
  /** Deletes a location and the connections bound to it. */
  deleteLocation(accountId: string, locationId: string): void;
  clear(): void;
};

/** Asks auth about connections and locations, and caches its answers. Throws service_unavailable while auth is unavailable. */
export function openDirectory(ask: Ask, now: () => Date): Directory {
  const connections = lookupCache<TokenAnswer>({
    async ask(token_digest) {
      const found = await ask(lookUpConnection, { params: { token_digest } });
      return found ? { ...found, signed: new Map() } : { status: 'unknown' };
    },
    isFound: isActive,
    max: connectionsMax,
    now,
  });
  const locations = lookupCache<LocationAnswer>({
    async ask(key) {
      const [account_id = '', location_id = ''] = key.split('/');
      return { location: (await ask(lookUpLocation, { params: { account_id, location_id } })) ?? null };
    },
    isFound: ({ location }) => location !== null,
    max: locationsMax,
    now,
  });
  return {
    connections,
    locations,
    locationKey,
    deleteLocation(accountId, locationId) {
      locations.delete(locationKey(accountId, locationId));
      connections.deleteWhere((answer) => isActive(answer) && answer.caller.location_id === locationId);
    },
    clear() {
      connections.clear();
      locations.clear();
    },
  };
}
