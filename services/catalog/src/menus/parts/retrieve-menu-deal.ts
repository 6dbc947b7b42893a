import type { Database } from '@order-hub/shared/database';
import { locationOf, type PrincipalContext } from '@order-hub/shared/principal';
import { readUnlisted } from '../../catalogs/changes/read-variants.ts';
import type { FoundSku } from '../../content/changes/spliced-document.ts';
import { availabilityOf } from '../offered-sku.ts';
import { getMenuPart } from './find-menu-part.ts';
import { findPartNames } from './menu-part.store.ts';
import { offeredLines, shownSkuIds } from './offered-lines.ts';

type Path = { catalog_id: string; deal_id: string };

/** The names of skus in the menu: those of their products, with their sizes. */
async function findSkuNames(
  db: Database,
  key: { account_id: string; catalog_id: string },
  skus: ReadonlyMap<string, FoundSku>,
): Promise<Map<string, string>> {
  const ids = [...new Set([...skus.values()].map(({ product_id }) => product_id))];
  const products = new Map((await findPartNames(db, key, 'product', ids)).map(({ id, name }) => [id, name]));
  return new Map(
    [...skus].flatMap(([id, { name, product_id }]) => {
      const product = products.get(product_id);
      return product === undefined ? [] : [[id, name === null ? product : `${product}, ${name}`]];
    }),
  );
}

/** A deal of a menu, with all that can be changed of it. Throws 404. */
export async function retrieveMenuDeal({ db }: { db: Database }, ctx: PrincipalContext, { catalog_id, deal_id }: Path) {
  const { catalog, menu, part } = await getMenuPart(db, ctx, { catalog_id, kind: 'deal', id: deal_id });
  const { id, name, description, image_ids, restrictions, lines } = part;
  const { account_id } = locationOf(ctx);
  const { variants, skus } = await readUnlisted(db, catalog, shownSkuIds(lines));
  const skuNames = await findSkuNames(db, { account_id, catalog_id }, skus);
  const moment = { at: ctx.now, timezone: ctx.principal.place?.timezone ?? 'UTC' };
  const availability = availabilityOf(restrictions, moment);
  return {
    menu,
    deal: { id, name, description, image_ids, ...availability, lines: offeredLines(lines, skuNames) },
    variants,
  };
}
