import type { Database } from '@order-hub/shared/database';
import { isSeenParameters, type Visibility } from '../../visibility/visibility.ts';

/** A callback whose events have not been checked since its connection changed. */
export type UncheckedCallback = {
  callback_id: string;
  version: number;
  scope: string;
  catalog_id: string | null;
  customer_list_id: string | null;
};

/** Up to 100 of them, in no order: the next call returns others, once these are checked. */
export async function listUnchecked(db: Database): Promise<UncheckedCallback[]> {
  const { rows } = await db.query<UncheckedCallback>(
    `select cb.id as callback_id, c.version, c.scope, c.catalog_id, c.customer_list_id
     from callbacks cb join connections c on c.id = cb.connection_id
     where c.version <> cb.judged_version limit 100`,
  );
  return rows;
}

/**
 * Checks the next 1,000 events after the id `after`, and deletes the hidden ones. Returns the last id it checked; null when
 * there are no more.
 */
export async function deleteHiddenEvents(
  db: Database,
  { callback_id, visibility }: { callback_id: string; visibility: Visibility },
  after: string,
): Promise<string | null> {
  const { rows } = await db.query<{ last: string | null }>(
    `with page as (
       select id, change_id from events where callback_id = $1 and id > $2 order by id limit 1000
     ), deleted as (
       delete from events e using page p join changes ch on ch.id = p.change_id
       where e.callback_id = $1 and e.id = p.id and not is_seen(ch.resource_type, ch.ids, $3, $4, $5)
     )
     select max(id) as last from page`,
    [callback_id, after, ...isSeenParameters(visibility)],
  );
  return rows[0]?.last ?? null;
}

/** Records that the events were checked for this version of the connection. */
export async function updateCheckedVersion(db: Database, { callback_id, version }: UncheckedCallback): Promise<void> {
  await db.query('update callbacks set judged_version = $2 where id = $1', [callback_id, version]);
}
