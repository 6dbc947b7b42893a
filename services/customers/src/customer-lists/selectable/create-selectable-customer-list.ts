import type { Context } from '@order-hub/shared/caller';
import type { NewSelectable } from '@order-hub/shared/selectables';
import { addCustomerList, type CreateListDeps } from '../create-customer-list.ts';

/** Creates an empty list for a user to select. Throws 422 when the name is used there. */
export function createSelectableCustomerList(
  deps: CreateListDeps,
  { now }: Context<null>,
  _params: unknown,
  created: NewSelectable,
) {
  return addCustomerList(deps, created, now, (_trx, { id, name, location_id }) => ({ id, name, location_id }));
}
