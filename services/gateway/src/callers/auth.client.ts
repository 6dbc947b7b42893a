/** The one file that knows how to ask auth: who a token is, and what a location is like. */
import type { Caller, LocationFacts } from '@order-hub/shared/caller';
import { serviceUnavailable } from '@order-hub/shared/errors';
import type { Log } from '@order-hub/shared/log';
import { serviceTokenHeader, serviceTokens } from '@order-hub/shared/service-token';
import { z } from 'zod';

const facts = z.object({ id: z.string(), timezone: z.string() });

const found = z.object({
  status: z.enum(['active', 'blocked', 'disconnected', 'suspended']),
  caller: z.object({
    connection_id: z.string(),
    connection_name: z.string().nullable(),
    client_id: z.string(),
    client_name: z.string(),
    user_id: z.string(),
    account: z.object({ id: z.string(), currency: z.string() }).nullable(),
    location_id: z.string().nullable(),
    catalog_id: z.string().nullable(),
    customer_list_id: z.string().nullable(),
    scope: z.string(),
  }),
  location: facts.nullable(),
});

const foundLocation = facts.extend({ suspended: z.boolean() });

/** A caller without what only the path tells, its scope in text form. */
export type ConnectionCaller = Omit<Caller, 'scope' | 'location'> & { scope: string };

/** A caller token that was signed for a location (or none), and when to sign the next one. */
export type SignedCaller = { token: string | Promise<string>; renewMs: number };

/** What an access token stands for. `location`: the facts of the location that it is bound to, if it is. */
export type Connection = {
  status: z.infer<typeof found>['status'];
  caller: ConnectionCaller;
  location: LocationFacts | null;
  /** Signed caller tokens by location id: they go when the connection does. */
  signed: Map<string, SignedCaller>;
};

/** `unknown`: no connection has this token. */
export type TokenAnswer = Connection | { status: 'unknown' };

export type Location = LocationFacts & { suspended: boolean };
/** `null` facts: the account has no such location. */
export type LocationAnswer = { location: Location | null };

export type AuthClient = {
  /** Who has the token with this SHA-256 digest. Throws service_unavailable when auth is away. */
  findConnection(tokenDigest: string): Promise<TokenAnswer>;
  /** A location of an account. Throws service_unavailable when auth is away. */
  findLocation(accountId: string, locationId: string): Promise<LocationAnswer>;
};

const timeoutMs = 5_000;

/** A client of auth's internal API at `url`. */
export function authClient(url: string, internalKeys: readonly string[], log: Log): AuthClient {
  const tokenFor = serviceTokens(internalKeys, 'gateway');

  async function fetchOnce(path: string): Promise<unknown> {
    const headers = { [serviceTokenHeader]: await tokenFor('auth') };
    const response = await fetch(url + path, { headers, signal: AbortSignal.timeout(timeoutMs) });
    const body = await response.text();
    if (response.status === 404) return undefined;
    if (response.status !== 200) throw new Error(`auth answered ${response.status}`);
    return JSON.parse(body) as unknown;
  }

  /** A kept connection that auth closed at the same moment is not an outage: a failed fetch is repeated once. */
  async function ask<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.infer<Schema> | undefined> {
    try {
      const body = await fetchOnce(path).catch((error: Error) => {
        if (error instanceof TypeError) return fetchOnce(path);
        throw error;
      });
      return body === undefined ? undefined : schema.parse(body);
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'auth could not be asked');
      throw serviceUnavailable('Who is calling cannot be checked at the moment; repeat the request');
    }
  }

  return {
    async findConnection(tokenDigest) {
      const answer = await ask(`/internal/connections/${tokenDigest}`, found);
      return answer ? { ...answer, signed: new Map() } : { status: 'unknown' };
    },
    async findLocation(accountId, locationId) {
      const path = `/internal/accounts/${encodeURIComponent(accountId)}/locations/${encodeURIComponent(locationId)}`;
      return { location: (await ask(path, foundLocation)) ?? null };
    },
  };
}
