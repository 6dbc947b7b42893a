import type { Log } from '../process/log.ts';
import type { FieldError } from '../values/errors.ts';
import type { KeyedRequest } from './keyed-request.ts';
import type { Scope } from './scopes.ts';

/** The location that a request names, as the gateway found it. */
export type LocationFacts = { id: string; timezone: string };

/**
 * The connection on whose behalf a request runs, as the gateway found it (caller-token.ts). An account connection has no
 * `location_id`; a connection with general permissions only has no account either.
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
  /** The location that the request's path names, if any. */
  location: LocationFacts | null;
};

/** A caller that is bound to an account, as all endpoints for an account's data require. */
export type AccountCaller = Caller & { account: { id: string; currency: string } };

/** Processor time that a request took, in milliseconds, as far as it is measured. Whoever works longer in a thread adds to it. */
export type Cost = { ms: number };

/**
 * How a request wants fields and parameters handled that the hub does not know (docs/api/conventions.md#strict-handling), and
 * those that were found so far, at most 100 of its query and 100 of its body.
 */
export type Handling = {
  readonly isStrict: boolean;
  readonly unknown: FieldError[];
  /** What is accepted and can hardly be meant, for the request log. */
  readonly doubts: FieldError[];
};

/**
 * The context of a request. `now` is a value, so that logic needs no clock. `address`: the client's, if known. `signal` aborts
 * when the client gives up; pass it to everything that waits.
 */
export type Context<Who extends Caller | null = AccountCaller> = {
  caller: Who;
  requestId: string;
  /** The trace that this request belongs to, for messages; null unless it is sampled. */
  traceparent: string | null;
  address: string | null;
  now: Date;
  log: Log;
  readonly signal: AbortSignal;
  readonly cost: Cost;
  /** Calls `done` once the response has left the process, or cannot leave it any more. */
  readonly untilAnswered: (done: () => void) => void;
  /** For rememberReply; null unless the request has an `Idempotency-Key`. */
  readonly keyed: KeyedRequest | null;
  readonly handling: Handling;
};
