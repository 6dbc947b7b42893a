/** The names of what a user selected, from the services that own it. Without a selection the name is null. */
import type { Context } from '@order-hub/shared/caller';
import { invalid } from '@order-hub/shared/errors';
import type { Ask } from '@order-hub/shared/internal-call';
import { lookUpCatalog } from '@order-hub/shared/catalog-calls';
import { lookUpCustomerList } from '@order-hub/shared/customers-calls';

/** `location_id` null: any location of the account. */
type SelectionPlace = { account_id: string; location_id: string | null };
type Found = { name: string; location_id: string | null };
type Ctx = Pick<Context, 'requestId'>;

/** What belongs to the account is within each of its locations. */
const isWithin = ({ location_id }: SelectionPlace, found: Found) =>
  found.location_id === null || location_id === null || found.location_id === location_id;

/** Throws 422 for a catalog that is not of this place, and 503. */
export async function findCatalogName(ask: Ask, { requestId }: Ctx, place: SelectionPlace, catalog_id: string | null) {
  if (catalog_id === null) return null;
  const found = await ask(lookUpCatalog, { params: { account_id: place.account_id, catalog_id }, requestId });
  if (found && isWithin(place, found)) return found.name;
  throw invalid('catalog_id', 'not_found', 'is not the id of a catalog of this place');
}

/** Throws 422 for a customer list that is not of this place, and 503. */
export async function findListName(
  ask: Ask,
  { requestId }: Ctx,
  place: SelectionPlace,
  customer_list_id: string | null,
) {
  if (customer_list_id === null) return null;
  const found = await ask(lookUpCustomerList, {
    params: { account_id: place.account_id, customer_list_id },
    requestId,
  });
  if (found && isWithin(place, found)) return found.name;
  throw invalid('customer_list_id', 'not_found', 'is not the id of a customer list of this place');
}
