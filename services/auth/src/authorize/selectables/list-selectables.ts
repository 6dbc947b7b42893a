import type { Ask } from '@order-hub/shared/internal-call';
import { listSelectableCatalogs } from '@order-hub/shared/catalog-calls';
import { listSelectableCustomerLists } from '@order-hub/shared/customers-calls';
import { findLocationNames } from './place.store.ts';
import type { Database } from '@order-hub/shared/database';
import type { Place } from './place.ts';
import type { Kind } from './selectable.ts';

type Deps = { db: Database; ask: Ask };

/** `of`: the name of the location that has it; null: the account. */
export type Selectable = { id: string; name: string; of: string | null };

export type Selectables = { items: Selectable[]; more: boolean };

/** The catalogs or customer lists that can be selected at a place, oldest first. Throws 503. */
export async function listSelectables(
  { db, ask }: Deps,
  { requestId }: { requestId: string },
  kind: Kind,
  { account_id, location_id }: Place,
): Promise<Selectables> {
  const question = { params: {}, body: { account_id, location_id }, requestId };
  const found =
    kind.field === 'catalog_id'
      ? await ask(listSelectableCatalogs, question)
      : await ask(listSelectableCustomerLists, question);
  const { items = [], more = false } = found ?? {};
  const ids = items.flatMap((item) => item.location_id ?? []);
  const names = ids.length > 0 ? await findLocationNames(db, account_id, ids) : new Map<string, string>();
  const ofItem = (id: string | null) => (id === null ? null : (names.get(id) ?? id));
  return { items: items.map(({ id, name, location_id: at }) => ({ id, name, of: ofItem(at) })), more };
}
