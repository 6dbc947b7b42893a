/** What the audit says of a change: who, what, when, from where (docs/api/back-office.md#audit). */
import type { Caller } from '@order-hub/shared/caller';

/** Who did it: a user on a page; an operator with the operator key; a client through its connection. */
export type Actor = {
  actor: 'user' | 'operator' | 'client';
  actor_id: string | null;
  actor_name: string | null;
  address: string | null;
  request_id: string;
  at: Date;
};

/** What was done. `account_id`: whose account it concerns, if it concerns one. Details hold no secrets. */
export type Deed = {
  action: `${string}.${string}`;
  account_id: string | null;
  subject_id: string;
  details?: Readonly<Record<string, unknown>>;
};

type From = { requestId: string; address: string | null; now: Date };

const whence = ({ requestId, address, now }: From) => ({ address, request_id: requestId, at: now });

/** A user, by one of the pages. */
export const byUser = (visit: From & { user: { id: string; email: string } }): Actor => ({
  actor: 'user',
  actor_id: visit.user.id,
  actor_name: visit.user.email,
  ...whence(visit),
});

/** Who holds the operator key. */
export const byOperator = (ctx: From): Actor => ({
  actor: 'operator',
  actor_id: null,
  actor_name: null,
  ...whence(ctx),
});

/** A client, by the connection that called. */
export const byConnection = (ctx: From & { caller: Pick<Caller, 'connection_id' | 'client_name'> }): Actor => ({
  actor: 'client',
  actor_id: ctx.caller.connection_id,
  actor_name: ctx.caller.client_name,
  ...whence(ctx),
});
