import { lookUpCatalog } from '@order-hub/shared/catalog-calls';
import { lookUpCustomerList } from '@order-hub/shared/customers-calls';
import type { Ask } from '@order-hub/shared/internal-call';
import type { UserPlace } from '@order-hub/shared/principal';

type Names = { catalog: string | null; customer_list: string | null };

/** The name; the id of what no longer exists, or while its service does not answer (the call has logged that). */
const nameOf = (found: Promise<{ name: string } | undefined>, id: string) =>
  found.then(
    (resource) => resource?.name ?? id,
    () => id,
  );

/** The names of the catalog and the customer list to which the page's connection is bound. */
export async function findBoundNames(
  ask: Ask,
  { requestId, place }: { requestId: string; place: UserPlace | null },
): Promise<Names> {
  if (!place?.account_id) return { catalog: null, customer_list: null };
  const { account_id, catalog_id, customer_list_id } = place;
  const [catalog, customer_list] = await Promise.all([
    catalog_id && nameOf(ask(lookUpCatalog, { params: { account_id, catalog_id }, requestId }), catalog_id),
    customer_list_id &&
      nameOf(ask(lookUpCustomerList, { params: { account_id, customer_list_id }, requestId }), customer_list_id),
  ]);
  return { catalog, customer_list };
}
