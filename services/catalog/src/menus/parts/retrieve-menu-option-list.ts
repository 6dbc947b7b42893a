import type { Database } from '@order-hub/shared/database';
import { locationOf, type PrincipalContext } from '@order-hub/shared/principal';
import { isMinimumReachable } from '../../content/reachable-selections.ts';
import { readVariants } from '../../catalogs/changes/read-variants.ts';
import { findStock } from '../menu.store.ts';
import { offerOf } from '../offered-sku.ts';
import { getMenuPart } from './find-menu-part.ts';

type Path = { catalog_id: string; option_list_id: string };

/** The most options of a list that a page shows. */
const optionsMax = 100;

/** An option list of a menu, with all that can be changed of it. Throws 404. */
export async function retrieveMenuOptionList(
  { db }: { db: Database },
  ctx: PrincipalContext,
  { catalog_id, option_list_id }: Path,
) {
  const found = await getMenuPart(db, ctx, { catalog_id, kind: 'option_list', id: option_list_id });
  const { id, name, min_selections, max_selections, options } = found.part;
  const shown = options.slice(0, optionsMax);
  const refs = shown.flatMap(({ ref }) => ref ?? []);
  const [variants, stock] = await Promise.all([
    readVariants(db, found.catalog),
    findStock(db, locationOf(ctx), { kind: 'option', refs, now: ctx.now }),
  ]);
  const moment = { at: ctx.now, timezone: ctx.principal.place?.timezone ?? 'UTC', stock };
  return {
    menu: found.menu,
    option_list: {
      ...{ id, name, min_selections, max_selections },
      is_minimum_reachable: isMinimumReachable(found.part),
      options: shown.map((option) => ({
        ...offerOf(option, moment),
        name: option.name,
        is_default: option.default,
      })),
      more_options: options.length - shown.length,
    },
    variants,
  };
}
