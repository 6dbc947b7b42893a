import type { Log } from '../process/log.ts';
import type { Scope } from './scopes.ts';

/** The location that a request names, as the gateway has looked it up. */
export type LocationFacts = { id: string; timezone: string };

/**
 * On whose behalf a request runs: one connection of one client, as the gateway found it (caller-token.ts).
 * An account connection has no `location_id`; one with general permissions only has no account either.
 */
export type Caller = {
  connection_id: string;
  connection_name: string | null;
  client_id: string;
  client_name: string;
  user_id: string;
  account: { id: string; currency: string } | null;
  location_id: string | null;
  catalog_id: string | null;
  customer_list_id: string | null;
  scope: Scope;
  /** The location named in the request's path, if it names one. */
  location: LocationFacts | null;
};

/** A caller that is bound to an account, as every endpoint about an account's data requires. */
export type AccountCaller = Caller & { account: { id: string; currency: string } };

/** The context of one request. `now` is a value, so that logic needs no clock. `address`: the client's, if it is known. */
export type Context<Who extends Caller | null = AccountCaller> = {
  caller: Who;
  requestId: string;
  address: string | null;
  now: Date;
  log: Log;
};
