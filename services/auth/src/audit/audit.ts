/** What the audit says of a change: who, what, when, from where (docs/api/back-office.md#audit). */
import type { Caller } from '@order-hub/shared/caller';
import { newId } from '@order-hub/shared/ids';
import type { Principal } from '@order-hub/shared/principal';
import { browserName } from './browser-name.ts';

/**
 * Who did it: a user on a page; an operator, on a page or with the operator key; a client. `actor_id`: of the user, of the
 * connection that called, or of the client where it calls without one; null for who holds the operator key.
 */
export type Actor = {
  actor: 'user' | 'operator' | 'client';
  actor_id: string | null;
  actor_name: string | null;
  address: string | null;
  request_id: string;
  at: Date;
  /** The name of a user's browser. Only entries about the user themself keep it. */
  browser?: string;
};

/** What happens without a request, at the time that a user chose earlier. */
export const byEarlierDecision = ({ user_id, email }: { user_id: string; email: string }, now: Date): Actor => ({
  actor: 'user',
  actor_id: user_id,
  actor_name: email,
  address: null,
  request_id: newId(now),
  at: now,
});

/** What was done. `account_id`: whose account it concerns, if it concerns one. Details hold no secrets. */
export type AuditFacts = {
  action: `${string}.${string}`;
  account_id: string | null;
  subject_id: string;
  details?: Readonly<Record<string, unknown>>;
};

/** An entry as it is stored: its details are JSON text. */
export type AuditEntry = Actor & Omit<AuditFacts, 'details'> & { id: string; details: string | null };

/**
 * A filter that is undefined does not apply. `by`: the `actor_id`. `kinds`: the parts of actions before the full stop.
 * `hidesOperators`: whether `by` finds no operator.
 */
export type EntryFilters = {
  account?: string | undefined;
  actor?: string | undefined;
  by?: string | undefined;
  action?: string | undefined;
  kinds?: readonly string[] | undefined;
  since?: Date | undefined;
  hidesOperators?: boolean;
};

/** Where a request came from. */
type RequestFacts = { requestId: string; address: string | null; now: Date };

const addressCharsMax = 200;

/** The address comes from a header, which may hold anything when a request bypasses the gateway. */
const originOf = ({ requestId, address, now }: RequestFacts) => ({
  address: address?.slice(0, addressCharsMax) ?? null,
  request_id: requestId,
  at: now,
});

/** A visitor who has not logged in, and says whose password is forgotten. */
export const byNobody = (ctx: RequestFacts): Actor => ({
  actor: 'user',
  actor_id: null,
  actor_name: null,
  ...originOf(ctx),
});

/** A user, on one of auth's own pages. */
export const byUser = (
  ctx: RequestFacts & { user: { id: string; email: string }; userAgent?: string | null },
): Actor => ({
  ...(ctx.userAgent !== undefined && { browser: browserName(ctx.userAgent) }),
  actor: 'user',
  actor_id: ctx.user.id,
  actor_name: ctx.user.email,
  ...originOf(ctx),
});

/** A user or an operator, through the management API. */
export const byPrincipal = (ctx: RequestFacts & { principal: Principal }): Actor => ({
  actor: ctx.principal.kind,
  actor_id: ctx.principal.user?.id ?? null,
  actor_name: ctx.principal.user?.email ?? null,
  ...originOf(ctx),
});

/** A client, by the connection that called. */
export const byConnection = (ctx: RequestFacts & { caller: Pick<Caller, 'connection_id' | 'client_name'> }): Actor => ({
  actor: 'client',
  actor_id: ctx.caller.connection_id,
  actor_name: ctx.caller.client_name,
  ...originOf(ctx),
});

/** A client that has shown its secret, where it calls without a connection: to get one, or to end one. */
export const byClient = (ctx: RequestFacts, client: { client_id: string; client_name: string }): Actor => ({
  actor: 'client',
  actor_id: client.client_id,
  actor_name: client.client_name,
  ...originOf(ctx),
});

const detailsBytesMax = 4_096;
/** For the names of the fields that are left out. */
const namesBytes = 512;

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify([value]));

/** The names of as many fields as there is room for, the smallest first. */
function namesThatFit(fields: Fields): Set<string> {
  const sizes = Object.entries(fields).map(([name, value]) => ({ name, bytes: bytesOf([name, value]) }));
  let room = detailsBytesMax - namesBytes;
  const fitting = sizes.sort((a, b) => a.bytes - b.bytes).filter(({ bytes }) => (room -= bytes) >= 0);
  return new Set(fitting.map(({ name }) => name));
}

/** Details of at most 4 kB. Large fields are left out, also of what was `before` and `after`; `left_out` names them. */
export function boundedDetails(details: Fields): Fields {
  if (bytesOf(details) <= detailsBytesMax) return details;
  const { before, after } = details;
  const isChange = isFields(before) && isFields(after);
  const names = Object.keys(isChange ? after : details);
  const sized = isChange ? names.map((name) => [name, [before[name], after[name]]]) : Object.entries(details);
  const fitting = namesThatFit(Object.fromEntries(sized) as Fields);
  const fit = (fields: Fields) => Object.fromEntries(Object.entries(fields).filter(([name]) => fitting.has(name)));
  const left_out = names.filter((name) => !fitting.has(name));
  return isChange ? { before: fit(before), after: fit(after), left_out } : { ...fit(details), left_out };
}
