import type { Queryable } from '@order-hub/shared/database';
import { idFloor } from '@order-hub/shared/ids';
import { takePage, type Page } from '@order-hub/shared/page';
import { toldActions, type HistoryEntry } from './history.ts';

/** Sorts after every id. */
const end = '~';

/**
 * A page of what happened to the log-ins of a user since this time, before the id `before`, newest first. Of changes of the profile
 * only those of the email address, and of links for a new password only those by operators: anybody can ask for one.
 */
export async function listHistory(
  db: Queryable,
  user_id: string,
  { since, before = end, count }: { since: Date; before?: string | undefined; count: number },
): Promise<Page<HistoryEntry>> {
  const { rows } = await db.query<HistoryEntry>({
    name: 'list-history',
    text: `(select e.id, e.at, e.action, case when e.actor = 'operator' then 'operator' else 'user' end as by,
              coalesce(e.details ->> 'factor', e.details ->> 'name') as factor, e.details ->> 'browser' as browser,
              case when e.actor = 'operator' then null else e.address end as address, 1 as count
            from audit_entries e
            where e.account_id is null and e.subject_id = $1 and e.id >= $2 and e.id < $3 and e.action = any ($4)
              and (e.action <> 'user.update' or e.details::jsonb -> 'fields' @> '"email"')
              and (e.action <> 'user.password_link' or e.actor = 'operator')
            order by e.id desc limit $5)
           union all
           (select r.id, r.last_at, 'refused.' || r.kind, 'user', null, r.browser, nullif(r.address_key, ''), r.count
            from refused_log_ins r where r.user_id = $1 and r.id >= $2 and r.id < $3 order by r.id desc limit $5)
           order by id desc limit $5`,
    values: [user_id, idFloor(since), before, toldActions, count + 1],
  });
  return takePage(rows, count, ({ id }) => id);
}
