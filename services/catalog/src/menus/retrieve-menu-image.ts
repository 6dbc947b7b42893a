import type { AccountCaller } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { callerOfUser } from '@order-hub/shared/user-caller';
import { getCatalogOfPlace } from '../catalogs/find-catalog.ts';
import { retrieveImageBytes } from '../images/retrieve-image-bytes.ts';

type Path = { catalog_id: string; image_id: string };

/** A picture of a menu. Throws 404. */
export async function retrieveMenuImage({ db }: { db: Database }, ctx: PrincipalContext, path: Path) {
  await getCatalogOfPlace(db, ctx, path.catalog_id);
  const caller = callerOfUser(ctx.principal) as AccountCaller;
  const { type, read } = await retrieveImageBytes({ db }, { ...ctx, caller }, path);
  return { type, data: (await read()).toString('base64') };
}
