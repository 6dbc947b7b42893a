import type { Queryable } from '@order-hub/shared/database';
import { deleteSetup } from './apps/app.store.ts';
import { deleteChallengesOf } from './passkeys/challenge.store.ts';

/** Ends what a user has begun with second factors: the app that is being added, and passkeys that are being added or used. */
export async function deleteBegunFactors(trx: Queryable, user_id: string): Promise<void> {
  await deleteSetup(trx, user_id);
  await deleteChallengesOf(trx, user_id);
}
