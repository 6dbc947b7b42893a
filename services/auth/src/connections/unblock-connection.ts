import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../acting/open-transaction.ts';
import { byPrincipal } from '../audit/audit.ts';
import { ownerIdOf } from '../users/owner.ts';
import { markConnectionIn } from './mark-connection.ts';

/** Unblocks a connection. Throws 404, and 422 for a disconnected one. */
export const unblockConnection = (
  { db }: { db: Database },
  ctx: PrincipalContext,
  { connection_id: id }: { connection_id: string },
) =>
  transactionOf(db, ctx, (trx) =>
    markConnectionIn(
      trx,
      byPrincipal(ctx),
      { id, owner_id: ownerIdOf(ctx) },
      { action: 'connection.unblock', marks: { blocked_at: null } },
    ),
  );
