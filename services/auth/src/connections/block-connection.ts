import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../acting/open-transaction.ts';
import { byPrincipal } from '../audit/audit.ts';
import { ownerIdOf } from '../users/owner.ts';
import { markConnectionIn } from './mark-connection.ts';

/** Blocks a connection until it is unblocked or granted again. Throws 404, and 422 for a disconnected one. */
export const blockConnection = (
  { db }: { db: Database },
  ctx: PrincipalContext,
  { connection_id: id }: { connection_id: string },
) =>
  transactionOf(db, ctx, (trx) =>
    markConnectionIn(
      trx,
      byPrincipal(ctx),
      { id, owner_id: ownerIdOf(ctx) },
      { action: 'connection.block', marks: { blocked_at: ctx.now } },
    ),
  );
