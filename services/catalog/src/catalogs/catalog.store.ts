import { queryBuilder, runQuery, type Queryable } from '@order-hub/shared/database';
import type { OutgoingMessage } from '@order-hub/shared/bus';
import type { SelectionPlace } from '@order-hub/shared/selectables';
import { outboxColumns, outboxValues } from '@order-hub/shared/outbox';
import { takePage, type Page } from '@order-hub/shared/pagination';
import type { Catalog } from './catalog.ts';
import type { CatalogPage } from './catalog.schema.ts';

const columns = 'account_id, id, location_id, timezone, currency, name, version';

/** One catalog of an account. */
export async function findCatalogRow(db: Queryable, account_id: string, id: string) {
  const { rows } = await db.query<Catalog>({
    name: 'find-catalog',
    text: `select ${columns} from catalogs where account_id = $1 and id = $2`,
    values: [account_id, id],
  });
  return rows[0];
}

/** One catalog of an account, which cannot be deleted before the transaction ends. */
export async function shareCatalogRow(trx: Queryable, account_id: string, id: string) {
  const { rows } = await trx.query<Catalog>({
    name: 'share-catalog',
    text: `select ${columns} from catalogs where account_id = $1 and id = $2 for key share`,
    values: [account_id, id],
  });
  return rows[0];
}

/** One catalog of an account, locked until the transaction ends. */
export async function lockCatalogRow(trx: Queryable, account_id: string, id: string) {
  const { rows } = await trx.query<Catalog>({
    name: 'lock-catalog',
    text: `select ${columns} from catalogs where account_id = $1 and id = $2 for update`,
    values: [account_id, id],
  });
  return rows[0];
}

/** Keeps the names of an account's catalogs as they are until the transaction ends: no other transaction gives one. */
export async function lockNames(trx: Queryable, account_id: string): Promise<void> {
  await trx.query(`select pg_advisory_xact_lock(hashtextextended('catalog names:' || $1, 0))`, [account_id]);
}

/** Whether another catalog that shares a place with this one has its name. */
export async function isNameUsed(trx: Queryable, { account_id, id, location_id, name }: Catalog) {
  const { rowCount } = await trx.query(
    `select from catalogs
     where account_id = $1 and name = $2 and id <> $3
       and ($4::text is null or location_id is null or location_id = $4)
     limit 1`,
    [account_id, name, id, location_id],
  );
  return rowCount !== 0;
}

/** A new catalog, with its message. */
export async function insertCatalog(trx: Queryable, catalog: Catalog, created: OutgoingMessage): Promise<void> {
  const { account_id, id, location_id, timezone, currency, name, version } = catalog;
  await trx.query({
    text: `with inserted as (insert into catalogs (${columns}) values ($1, $2, $3, $4, $5, $6, $7))
           insert into outbox (${outboxColumns}) values ($8, $9, $10, $11)`,
    values: [account_id, id, location_id, timezone, currency, name, version, ...outboxValues(created)],
  });
}

/** The name and version of a catalog, with its message. */
export async function updateCatalogRow(trx: Queryable, catalog: Catalog, updated: OutgoingMessage): Promise<void> {
  const { account_id, id, name, version } = catalog;
  await trx.query({
    text: `with updated as (update catalogs set name = $3, version = $4 where account_id = $1 and id = $2)
           insert into outbox (${outboxColumns}) values ($5, $6, $7, $8)`,
    values: [account_id, id, name, version, ...outboxValues(updated)],
  });
}

/** A document to store, and the digest of the body that it was made from. */
export type StoredDocument = { document: Uint8Array; upload_sha256: Uint8Array | null };

export async function saveDocument(
  trx: Queryable,
  { account_id, id }: Catalog,
  { document, upload_sha256 }: StoredDocument,
): Promise<void> {
  await trx.query({
    name: 'save-catalog-document',
    text: `insert into catalog_documents (account_id, catalog_id, document, upload_sha256) values ($1, $2, $3, $4)
           on conflict (account_id, catalog_id)
           do update set document = excluded.document, upload_sha256 = excluded.upload_sha256`,
    values: [account_id, id, document, upload_sha256],
  });
}

/** The document of one version of a catalog; undefined when the catalog has another version or is gone. */
export async function findDocumentOf(db: Queryable, { account_id, id, version }: Catalog) {
  const { rows } = await db.query<{ document: Buffer; upload_sha256: Buffer | null }>({
    name: 'find-catalog-document-of-version',
    text: `select stored.document, stored.upload_sha256
           from catalog_documents as stored
           join catalogs on catalogs.account_id = stored.account_id and catalogs.id = stored.catalog_id
           where stored.account_id = $1 and stored.catalog_id = $2 and catalogs.version = $3`,
    values: [account_id, id, version],
  });
  return rows[0];
}

/** The whole catalog, compressed. */
export async function findDocument(db: Queryable, account_id: string, catalog_id: string): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ document: Buffer }>({
    name: 'find-catalog-document',
    text: 'select document from catalog_documents where account_id = $1 and catalog_id = $2',
    values: [account_id, catalog_id],
  });
  return rows[0]?.document;
}

/** Deletes a catalog with its message, and marks it: its content is deleted later (clear-deleted-catalogs.ts). */
export async function deleteCatalogRow(trx: Queryable, { account_id, id }: Catalog, deleted: OutgoingMessage) {
  await trx.query({
    text: `with deleted as (delete from catalogs where account_id = $1 and id = $2 returning account_id, id),
             marked as (
               insert into deleted_catalogs (account_id, catalog_id) select account_id, id from deleted
             )
           insert into outbox (${outboxColumns}) values ($3, $4, $5, $6)`,
    values: [account_id, id, ...outboxValues(deleted)],
  });
}

/** Which catalogs of an account are listed. `location_id`: those of this location too. `id`: no other than this one. */
export type ListedCatalogs = { account_id: string; location_id: string | null; id: string | null };

/** A page of the catalogs of the account itself and, if named, of one of its locations; oldest first. */
export async function listCatalogRows(
  db: Queryable,
  { account_id, location_id, id }: ListedCatalogs,
  { count, cursor }: CatalogPage,
): Promise<Page<Catalog>> {
  const query = queryBuilder('catalogs')
    .select(columns.split(', '))
    .where({ account_id, ...(id !== null && { id }) })
    .where((place) => void place.whereNull('location_id').orWhere({ location_id }))
    .orderBy('id')
    .limit(count + 1);
  if (cursor !== undefined) query.where('id', '>', cursor);
  return takePage(await runQuery<Catalog>(db, query), count, (catalog) => catalog.id);
}

/** The first catalogs of an account and of all its locations; when one is named, of the account and this location. Oldest first. */
export async function listSelectableRows(db: Queryable, { account_id, location_id }: SelectionPlace, max: number) {
  const first = (which: string) => `select id, name, location_id from catalogs where account_id = $1 ${which} limit $2`;
  // Of null, PostgreSQL does not know that it is one value: ordered by id alone, it would walk all of the account.
  const ofPlace = `(${first('and location_id = $3 order by id')})
    union all (${first('and location_id is null order by location_id, id')}) order by id limit $2`;
  const text = location_id === null ? first('order by id') : ofPlace;
  const values = [account_id, max, ...(location_id === null ? [] : [location_id])];
  return (await db.query<Pick<Catalog, 'id' | 'name' | 'location_id'>>({ text, values })).rows;
}
