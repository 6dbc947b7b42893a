import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { getLoyaltyCard } from './find-loyalty-card.ts';
import type { LoyaltyCardPath } from './loyalty-card.ts';
import { viewLoyaltyCard } from './loyalty-card.view.ts';

/** One card of a list. Throws 404. */
export async function retrieveLoyaltyCard({ db }: { db: Database }, { caller }: Context, path: LoyaltyCardPath) {
  const { card } = await getLoyaltyCard(db, caller, path);
  return viewLoyaltyCard(card);
}
