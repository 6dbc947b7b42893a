import type { AuthClient, Connection, LocationAnswer, TokenAnswer } from './auth.client.ts';
import { lookupCache, type LookupCache } from './lookup-cache.ts';

const keptMs = 30_000;
const missKeptMs = 2_000;
const connectionsMax = 20_000;
const locationsMax = 50_000;

export const isActive = (answer: TokenAnswer): answer is Connection => answer.status === 'active';
const locationKey = (accountId: string, locationId: string) => `${accountId}/${locationId}`;

/** What this gateway remembers of connections and locations, and how it forgets it. */
export type Directory = {
  connections: LookupCache<TokenAnswer>;
  /** Keys are `<account id>/<location id>`. */
  locations: LookupCache<LocationAnswer>;
  locationKey: typeof locationKey;
  /** Forgets all that relied on this location. */
  dropLocation(accountId: string, locationId: string): void;
  dropAll(): void;
};

/** Remembers what auth says for 30 seconds; that there is nothing, or nothing good, for two. */
export function openDirectory(auth: AuthClient): Directory {
  const connections = lookupCache<TokenAnswer>({
    ask: auth.findConnection,
    max: connectionsMax,
    keepMs: (answer) => (isActive(answer) ? keptMs : missKeptMs),
    isFound: isActive,
  });
  const locations = lookupCache<LocationAnswer>({
    ask(key) {
      const [accountId = '', locationId = ''] = key.split('/');
      return auth.findLocation(accountId, locationId);
    },
    max: locationsMax,
    keepMs: ({ location }) => (location ? keptMs : missKeptMs),
    isFound: ({ location }) => location !== null,
  });
  return {
    connections,
    locations,
    locationKey,
    dropLocation(accountId, locationId) {
      locations.drop(locationKey(accountId, locationId));
      connections.dropWhere((answer) => isActive(answer) && answer.caller.location_id === locationId);
    },
    dropAll() {
      connections.dropAll();
      locations.dropAll();
    },
  };
}
