import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { getLoyaltyCard } from '../loyalty-cards/find-loyalty-card.ts';
import type { LoyaltyOperationPath } from './loyalty-operation.ts';
import { findLoyaltyOperationRow } from './loyalty-operation.store.ts';
import { viewLoyaltyOperation } from './loyalty-operation.view.ts';

/** One operation of a card. Throws 404. */
export async function retrieveLoyaltyOperation(
  { db }: { db: Database },
  { caller }: Context,
  path: LoyaltyOperationPath,
) {
  const { list, card } = await getLoyaltyCard(db, caller, path);
  const key = { account_id: list.account_id, loyalty_card_id: card.id };
  const operation = await findLoyaltyOperationRow(db, key, path.operation_id);
  if (!operation) throw notFound('Loyalty operation');
  return viewLoyaltyOperation(operation, list.timezone);
}
