import type { Queryable } from '@order-hub/shared/database';
import type { Catalog } from '../catalogs/catalog.ts';

/** A catalog whose document is outdated, with the timezone that its location has now. */
export type OutdatedCatalog = Catalog & { current_timezone: string };

export type CatalogKey = Pick<Catalog, 'account_id' | 'id'>;

const catalogsMax = 20;

/** Some catalogs after this one whose document lacks fields, or shows a time in a timezone that the location had before. */
export async function listOutdated(db: Queryable, after: CatalogKey): Promise<OutdatedCatalog[]> {
  const { rows } = await db.query<OutdatedCatalog>({
    name: 'list-outdated-catalogs',
    text: `select catalog.account_id, catalog.id, catalog.location_id, catalog.timezone, catalog.currency, catalog.name,
             catalog.version, catalog.rendered_version, coalesce(location.timezone, catalog.timezone) as current_timezone
           from catalogs as catalog
           left join location_timezones as location
             on location.account_id = catalog.account_id and location.location_id = catalog.location_id
           where (catalog.account_id, catalog.id) > ($1, $2)
             and (catalog.rendered_version is distinct from catalog.version or location.timezone <> catalog.timezone)
           order by catalog.account_id, catalog.id limit $3`,
    values: [after.account_id, after.id, catalogsMax],
  });
  return rows;
}
