import { queryBuilder, runQuery, violates, type Queryable } from '@order-hub/shared/database';
import { takePage, type Page } from '@order-hub/shared/page';
import type { Image, ImageTotals } from './image.ts';
import type { ImageFilters } from './image.schema.ts';

export type ImageKey = { account_id: string; catalog_id: string; image_id: string };

/** An image with the private ref of one client. */
export type OwnImage = Image & { own_ref: string | null };

/** One image of a catalog, without its bytes. */
export async function findImage(db: Queryable, { account_id, catalog_id, image_id }: ImageKey, client_id: string) {
  const { rows } = await db.query<OwnImage>({
    name: 'find-image',
    text: `select id, type, size, md5, unattached_since, case when client_id = $4 then private_ref end as own_ref
           from images where account_id = $1 and catalog_id = $2 and id = $3`,
    values: [account_id, catalog_id, image_id, client_id],
  });
  return rows[0];
}

/** The bytes of an image. */
export async function findImageBytes(db: Queryable, { account_id, catalog_id, image_id }: ImageKey) {
  const { rows } = await db.query<{ bytes: Buffer }>({
    name: 'find-image-bytes',
    text: 'select bytes from images where account_id = $1 and catalog_id = $2 and id = $3',
    values: [account_id, catalog_id, image_id],
  });
  return rows[0]?.bytes;
}

/** A page of the images of a catalog, oldest first. */
export async function listImageRows(
  db: Queryable,
  { account_id, catalog_id, client_id }: { account_id: string; catalog_id: string; client_id: string },
  { count, cursor }: ImageFilters,
): Promise<Page<OwnImage>> {
  const query = queryBuilder('images')
    .select('id', 'type', 'size', 'md5', 'unattached_since')
    .select(queryBuilder.raw('case when client_id = ? then private_ref end as own_ref', [client_id]))
    .where({ account_id, catalog_id })
    .orderBy('id')
    .limit(count + 1);
  if (cursor !== undefined) query.where('id', '>', cursor);
  return takePage(await runQuery<OwnImage>(db, query), count, ({ id }) => id);
}

/** The images of an account, counted up to `limit`. No other transaction adds one before this one ends. */
export async function lockImageTotals(trx: Queryable, account_id: string, limit: number): Promise<ImageTotals> {
  // The name that replicas of the release before use.
  await trx.query(`select pg_advisory_xact_lock(hashtextextended('unattached images:' || $1, 0))`, [account_id]);
  const { rows } = await trx.query<ImageTotals>({
    name: 'count-images',
    text: `select count(*)::float8 as images, coalesce(sum(size), 0)::float8 as bytes,
             count(*) filter (where is_unattached)::float8 as unattached,
             coalesce(sum(size) filter (where is_unattached), 0)::float8 as "unattachedBytes"
           from (select size, unattached_since is not null as is_unattached from images where account_id = $1 limit $2) as counted`,
    values: [account_id, limit],
  });
  return rows[0] ?? { images: 0, bytes: 0, unattached: 0, unattachedBytes: 0 };
}

type NewImage = Image & {
  account_id: string;
  catalog_id: string;
  client_id: string;
  private_ref: string | null;
  bytes: Buffer;
};

/** Stores an image. False when another image of the catalog has the client's private ref. */
export async function insertImage(trx: Queryable, image: NewImage): Promise<boolean> {
  const { account_id, catalog_id, id, client_id, private_ref, type, size, md5, unattached_since, bytes } = image;
  try {
    await trx.query({
      name: 'insert-image',
      text: `insert into images (account_id, catalog_id, id, client_id, private_ref, type, size, md5, unattached_since, bytes)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      values: [account_id, catalog_id, id, client_id, private_ref, type, size, md5, unattached_since, bytes],
    });
    return true;
  } catch (error) {
    if (violates(error, 'images_private_ref')) return false;
    throw error;
  }
}

/** Deletes up to `limit` images that were unattached before `before`. Returns how many. */
export async function deleteUnattached(db: Queryable, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from images where (account_id, catalog_id, id) in (
       select account_id, catalog_id, id from images where unattached_since < $1
       order by unattached_since limit $2 for update skip locked)`,
    [before, limit],
  );
  return rowCount ?? 0;
}
