/**
 * A search in the address of its page. Names and phone numbers must not reach the logs of proxies and the history of browsers, so
 * it is encrypted with the secret of the session: another session reads nothing, and neither does this one after its end
 * (docs/decisions/0089-customers-by-name.md).
 */
import { decryptSecret, encryptSecret } from '@order-hub/shared/encryption';

export type CustomerSearch = { search: string; customer_list_id: string | undefined };

/** More than the longest sealed search: a text of 100 characters of six bytes each, and an id. */
export const sealedCharsMax = 1_500;

const ownerOf = (location_id: string) => `customer-search:${location_id}`;

export const sealSearch = (secret: string, location_id: string, search: CustomerSearch): Promise<string> =>
  encryptSecret([secret], JSON.stringify(search), ownerOf(location_id));

/** Undefined for anything that this session has not sealed for this location. */
export async function openSearch(
  secret: string,
  location_id: string,
  sealed: string,
): Promise<CustomerSearch | undefined> {
  try {
    return JSON.parse(await decryptSecret([secret], sealed, ownerOf(location_id))) as CustomerSearch;
  } catch {
    return undefined;
  }
}
