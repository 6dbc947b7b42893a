import { listSelectableCatalogs } from '@order-hub/shared/catalog-calls';
import { listSelectableCustomerLists } from '@order-hub/shared/customers-calls';
import type { Database } from '@order-hub/shared/database';
import type { Ask } from '@order-hub/shared/internal-call';
import { findLocationNames } from '../../locations/managed/find-location-names.ts';
import type { ConnectionPlace } from '../places/place.ts';
import type { SelectableKind } from './selectable.ts';

type Deps = { db: Database; ask: Ask };

/** `of`: the name of its location; null if it belongs to the account. */
export type Selectable = { id: string; name: string; of: string | null };

/** `more`: there are others. */
export type FoundSelectables = { items: Selectable[]; more: boolean };

/** The catalogs or customer lists that can be selected at a place, oldest first. Throws 503. */
export async function listSelectables(
  { db, ask }: Deps,
  { requestId }: { requestId: string },
  kind: SelectableKind,
  { account_id, location_id }: ConnectionPlace,
): Promise<FoundSelectables> {
  const question = { params: {}, body: { account_id, location_id }, requestId };
  const found =
    kind.field === 'catalog_id'
      ? await ask(listSelectableCatalogs, question)
      : await ask(listSelectableCustomerLists, question);
  const { items = [], more = false } = found ?? {};
  const ids = items.flatMap((item) => item.location_id ?? []);
  const names = await findLocationNames({ db }, { account_id, ids });
  const ownerName = (id: string | null) => (id === null ? null : (names.get(id) ?? id));
  return { items: items.map(({ id, name, location_id: at }) => ({ id, name, of: ownerName(at) })), more };
}
