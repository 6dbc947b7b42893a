import type { Database, Queryable } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../acting/open-transaction.ts';
import { byPrincipal, type Actor } from '../audit/audit.ts';
import { ownerIdOf } from '../users/owner.ts';
import { markConnection, markConnectionIn } from './mark-connection.ts';

/** Ends a connection for good: its token never works again. Throws 404. */
export const disconnectConnection = (
  { db }: { db: Database },
  ctx: PrincipalContext,
  { connection_id: id }: { connection_id: string },
) =>
  transactionOf(db, ctx, (trx) =>
    markConnectionIn(
      trx,
      byPrincipal(ctx),
      { id, owner_id: ownerIdOf(ctx) },
      { action: 'connection.disconnect', marks: { disconnected_at: ctx.now } },
    ),
  );

/** Ends a connection for good, in the transaction of what makes that due. */
export const disconnectIn = (trx: Queryable, by: Actor, id: string) =>
  markConnectionIn(
    trx,
    by,
    { id, owner_id: null },
    { action: 'connection.disconnect', marks: { disconnected_at: by.at } },
  );

/** Ends a connection whose client gives up its token. Throws 404. */
export const revokeConnection = (db: Database, by: Actor, id: string) =>
  markConnection(db, by, { id, owner_id: null }, { action: 'connection.revoke', marks: { disconnected_at: by.at } });
