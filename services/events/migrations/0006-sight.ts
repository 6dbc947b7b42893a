import type { Migration } from '@order-hub/shared/migration';

/**
 * `is_seen` is whether a connection may see a change: the same rule as isVisible in src/visibility/visibility.ts.
 * `judged_version` is the version of the connection for which the callback's events were last checked, by
 * src/events/hidden/delete-hidden.ts.
 */
export const sight: Migration = {
  name: '0006-sight',
  up: `
    create function is_seen(resource_type text, ids text, types text[], catalog_id text, customer_list_id text)
    returns boolean language sql immutable as $body$
      select resource_type = any (types)
        and (resource_type <> 'catalog' or catalog_id is null or ids::jsonb ->> 'catalog_id' = catalog_id)
        and (resource_type <> 'customer' or customer_list_id is null or ids::jsonb ->> 'customer_list_id' = customer_list_id)
    $body$;

    alter table callbacks add column judged_version integer not null default -1;
  `,
  down: `
    alter table callbacks drop column judged_version;
    drop function is_seen;
  `,
};
