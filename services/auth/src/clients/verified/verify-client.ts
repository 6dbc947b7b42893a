import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { markClient } from './mark-client.ts';

/** Marks a client as verified: the consent page no longer warns of it (docs/api/back-office.md#clients). Throws 404. */
export const verifyClient = ({ db }: { db: Database }, ctx: PrincipalContext, { client_id }: { client_id: string }) =>
  markClient(db, ctx, client_id, { action: 'client.verify', verified_at: ctx.now });
