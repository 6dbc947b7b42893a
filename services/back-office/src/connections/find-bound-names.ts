import type { Ask } from '@order-hub/shared/internal-call';
import { lookUpCatalog } from '@order-hub/shared/catalog-calls';
import { lookUpCustomerList } from '@order-hub/shared/customers-calls';
import type { Bindings } from './connection.ts';

type Names = { catalog: string | null; customer_list: string | null };

/** The name; the id of what is gone, and while its service is away (the asking end has logged that). */
const nameOf = (asked: Promise<{ name: string } | undefined>, id: string) =>
  asked.then(
    (found) => found?.name ?? id,
    () => id,
  );

/** What the catalog and the customer list are called to which a connection is bound. What cannot be named has its id. */
export async function findBoundNames(ask: Ask, { requestId }: { requestId: string }, bound: Bindings): Promise<Names> {
  const { account_id, catalog_id, customer_list_id } = bound;
  if (account_id === null) return { catalog: null, customer_list: null };
  const [catalog, customer_list] = await Promise.all([
    catalog_id && nameOf(ask(lookUpCatalog, { params: { account_id, catalog_id }, requestId }), catalog_id),
    customer_list_id &&
      nameOf(ask(lookUpCustomerList, { params: { account_id, customer_list_id }, requestId }), customer_list_id),
  ]);
  return { catalog, customer_list };
}
