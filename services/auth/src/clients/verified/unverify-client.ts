import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { markClient } from './mark-client.ts';

/** Takes the mark of a verified client away. Throws 404. */
export const unverifyClient = ({ db }: { db: Database }, ctx: PrincipalContext, { client_id }: { client_id: string }) =>
  markClient(db, ctx, client_id, { action: 'client.unverify', verified_at: null });
