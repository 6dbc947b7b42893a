/**
 * What is searched for, sealed. It is part of addresses, so that pages can be linked, and names and phone numbers must reach
 * neither logs nor the browser's history (docs/decisions/0088-searching-orders.md).
 */
import { decryptSecret, encryptSecret } from '@order-hub/shared/encryption';
import { orderFilters, type OrderFilters } from '@order-hub/shared/order-search-calls';
import { z } from 'zod';

/** For whom it is sealed: for nobody else, and for no other location. */
export type Searcher = { location_id: string; user_id: string };

/** None is also the key of a form's token. */
const keysOf = (formKeys: readonly string[]) => formKeys.map((key) => `order-search:${key}`);
const ownerOf = ({ location_id, user_id }: Searcher) => `order-search:${location_id}:${user_id}`;

const filters = z.object(orderFilters);

export async function sealSearch(
  formKeys: readonly string[],
  searcher: Searcher,
  search: OrderFilters,
): Promise<string | undefined> {
  if (Object.values(search).every((value) => value === undefined)) return undefined;
  return encryptSecret(keysOf(formKeys), JSON.stringify(search), ownerOf(searcher));
}

/** Undefined when it was changed, sealed for another user or location, or with a key that is no longer used. */
export async function openSearch(
  formKeys: readonly string[],
  searcher: Searcher,
  sealed: string,
): Promise<OrderFilters | undefined> {
  try {
    return filters.parse(JSON.parse(await decryptSecret(keysOf(formKeys), sealed, ownerOf(searcher))) as object);
  } catch {
    return undefined;
  }
}
