import { transaction, type Database } from '@order-hub/shared/database';
import { serviceUnavailable } from '@order-hub/shared/errors';
import type { MenuChange, MenuConflict } from '@order-hub/shared/menu-calls';
import { record } from '@order-hub/shared/outbox';
import { lockPlacedRow } from '@order-hub/shared/placed-resource-store';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { causeOf } from '@order-hub/shared/resource-changed';
import { inSlot, type Slots } from '@order-hub/shared/slots';
import { callerOfUser } from '@order-hub/shared/user-caller';
import type { Preparer } from '../../uploads/open-preparer.ts';
import { isOutdated, type Catalog } from '../catalog.ts';
import { catalogAudited, catalogChanged } from '../catalog.events.ts';
import { catalogTable, findDocumentOfVersion, saveDocument, updateCatalogRow } from '../catalog.store.ts';
import { getCatalogOfPlace } from '../find-catalog.ts';
import { refreshCatalog } from '../refresh-catalog.ts';
import { changeDetails } from '../../content/changes/change-details.ts';
import { updateImages, updateParts } from './changed-part.store.ts';
import { prepareChange, type PreparedChange } from './prepare-change.ts';

/** `writes`: an account changes one catalog at a time, and those that wait take no connection from others. */
export type ChangeCatalogDeps = { db: Database; preparer: Preparer; writes: Slots };

/** `changed`: how many fields have another value now. With conflicts, none has. `version`: that of the catalog now. */
export type ChangeOutcome = { changed: number; conflicts: MenuConflict[]; version: number };

/** How often a change is prepared again because somebody else has changed the catalog meanwhile. */
const attemptsMax = 10;
/** The most conflicts that an answer names. */
const conflictsMax = 100;

/** Stores a catalog's next version. False when the catalog no longer has the version before it. */
const saveNext = ({ db }: ChangeCatalogDeps, ctx: PrincipalContext, next: Catalog, prepared: PreparedChange) =>
  transaction(db, async (trx) => {
    const { account_id, id: catalog_id } = next;
    const row = await lockPlacedRow(trx, catalogTable, account_id, catalog_id);
    if (row?.version !== next.version - 1) return false;
    const { parts, document, attached, detached } = prepared;
    await updateParts(trx, { account_id, catalog_id }, parts);
    const there = await updateImages(trx, { account_id, catalog_id }, { attached, detached, now: ctx.now });
    if (there < attached.length) throw serviceUnavailable('An image was removed meanwhile; try again');
    await saveDocument(trx, next, { document, upload_sha256: null });
    await updateCatalogRow(trx, next);
    const cause = causeOf({ ...ctx, caller: callerOfUser(ctx.principal) });
    const details = changeDetails(prepared.made);
    await record(trx, catalogChanged('update', next, cause), catalogAudited(next, ctx, details));
    return true;
  });

/** One attempt; undefined when the catalog was outdated, or is changed meanwhile. */
async function changeOnce(
  deps: ChangeCatalogDeps,
  ctx: PrincipalContext,
  catalog: Catalog,
  changes: readonly MenuChange[],
): Promise<ChangeOutcome | undefined> {
  if (isOutdated(catalog)) {
    await refreshCatalog(deps, catalog, catalog.timezone, ctx);
    return undefined;
  }
  const stored = await findDocumentOfVersion(deps.db, catalog);
  if (!stored) return undefined;
  const { prepared, conflicts } = await prepareChange(deps.db, catalog, stored.document, changes);
  if (!prepared) return { changed: 0, conflicts: conflicts.slice(0, conflictsMax), version: catalog.version };
  const next = { ...catalog, version: catalog.version + 1 };
  const isSaved = await saveNext(deps, ctx, next, prepared);
  return isSaved ? { changed: prepared.made.length, conflicts: [], version: next.version } : undefined;
}

/**
 * Changes single fields of a catalog that the location can use, each from the value that was shown: all of them, or none when one
 * has another value. Then the catalog is announced like after an upload. Throws 404, 422 with every fault, and 503.
 */
export const changeCatalog = (
  deps: ChangeCatalogDeps,
  ctx: PrincipalContext,
  catalog_id: string,
  changes: readonly MenuChange[],
): Promise<ChangeOutcome> =>
  inSlot(deps.writes.take(ctx.principal.place?.account_id ?? '', ctx), async () => {
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      const catalog = await getCatalogOfPlace(deps.db, ctx, catalog_id);
      const outcome = await changeOnce(deps, ctx, catalog, changes);
      if (outcome) return outcome;
    }
    throw serviceUnavailable('The menu is being changed by others at the moment; try again');
  });
