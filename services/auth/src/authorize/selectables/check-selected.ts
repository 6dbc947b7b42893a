import type { Ask } from '@order-hub/shared/internal-call';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { findCatalogName, findListName } from '../../connections/granting/find-selected-names.ts';
import type { ConnectionPlace } from '../places/place.ts';
import type { SelectableKind } from './selectable.ts';

/** Throws 422 on the field for a catalog or customer list of another place, and 503. */
export async function checkSelected(
  { ask }: { ask: Ask },
  ctx: PrincipalContext,
  kind: SelectableKind,
  { place, id }: { place: ConnectionPlace; id: string },
): Promise<void> {
  const find = kind.field === 'catalog_id' ? findCatalogName : findListName;
  await find(ask, ctx, place, id);
}
