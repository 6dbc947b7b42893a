import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { getLoyaltyCard } from '../loyalty-cards/find-loyalty-card.ts';
import type { LoyaltyCardPath } from '../loyalty-cards/loyalty-card.ts';
import type { LoyaltyOperationPage } from './loyalty-operation.schema.ts';
import { listLoyaltyOperationRows } from './loyalty-operation.store.ts';
import { viewLoyaltyOperation } from './loyalty-operation.view.ts';

/** A page of the operations of a card, newest first. Throws 404. */
export async function listLoyaltyOperations(
  { db }: { db: Database },
  { caller }: Context,
  path: LoyaltyCardPath,
  page: LoyaltyOperationPage,
) {
  const { list, card } = await getLoyaltyCard(db, caller, path);
  const key = { account_id: list.account_id, loyalty_card_id: card.id };
  const { items, next } = await listLoyaltyOperationRows(db, key, page);
  return { items: items.map((operation) => viewLoyaltyOperation(operation, list.timezone)), next };
}
