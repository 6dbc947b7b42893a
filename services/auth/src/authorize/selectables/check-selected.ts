import type { Ask } from '@order-hub/shared/internal-call';
import { findCatalogName, findListName } from '../oauth/find-selected-names.ts';
import type { UserVisit } from '@order-hub/pages/visit';
import type { Place } from './place.ts';
import type { Kind } from './selectable.ts';

/** What was selected must be of the place. Throws 422 on its field, and 503. */
export async function checkSelected(
  ask: Ask,
  visit: UserVisit,
  kind: Kind,
  { place, id }: { place: Place; id: string },
) {
  const find = kind.field === 'catalog_id' ? findCatalogName : findListName;
  await find(ask, visit, place, id);
}
