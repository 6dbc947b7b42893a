import type { Database } from '@order-hub/shared/database';
import { selectableMax, type SelectionPlace } from '@order-hub/shared/selectables';
import { listSelectableRows } from './catalog.store.ts';

/** The catalogs that a user can select for a connection of a place, and whether there are more. */
export async function listSelectableCatalogs({ db }: { db: Database }, place: SelectionPlace) {
  const rows = await listSelectableRows(db, place, selectableMax + 1);
  return { items: rows.slice(0, selectableMax), more: rows.length > selectableMax };
}
