/** Parked messages in an outbox: what operators list, retry and delete. */
import type { Queryable } from '../../data/database.ts';

/** `attempts`: how often it was sent and rejected. `reason`: why, the last time. */
export type ParkedRow = {
  id: string;
  topic: string;
  key: string;
  parked_at: Date;
  reason: string | null;
  attempts: number;
  /** Of the body, in bytes. */
  bytes: number;
  /** Whether it was parked without its body, because personal data could not be removed from it later. */
  is_empty: boolean;
};

const columns = `o.id, o.topic, o.key, o.parked_at, left(o.parked_reason, 300) as reason,
  coalesce(r.times, 0) + 1 as attempts, octet_length(o.body) as bytes, o.body = 'null' as is_empty`;

/** `before`: an id; `inclusive`: and that one too. A filter that is undefined does not apply. */
export type ParkedFilters = {
  topic?: string | undefined;
  before?: string | undefined;
  inclusive?: boolean | undefined;
  count: number;
};

/** Sorts after every id. */
const end = '~';

/** Up to `count` parked messages, the newest message first. */
export async function listParkedRows(
  db: Queryable,
  { topic, before = end, inclusive = false, count }: ParkedFilters,
): Promise<ParkedRow[]> {
  // Without a name, so that each is planned for the filters that it has.
  const { rows } = await db.query<ParkedRow>({
    text: `select ${columns}
           from outbox o left join retries r on r.message_id = o.id
           where o.parked_at is not null and ($1::text is null or o.topic = $1)
             and (o.id collate "C" < $2 or ($3 and o.id collate "C" = $2))
           order by o.id collate "C" desc limit $4`,
    values: [topic, before, inclusive, count],
  });
  return rows;
}

/** A parked message with its body. */
export async function findParkedRow(db: Queryable, id: string): Promise<(ParkedRow & { body: string }) | undefined> {
  const { rows } = await db.query<ParkedRow & { body: string }>({
    name: 'find-parked',
    text: `select ${columns}, o.body
           from outbox o left join retries r on r.message_id = o.id
           where o.parked_at is not null and o.id collate "C" = $1 limit 1`,
    values: [id],
  });
  return rows[0];
}

/** Which messages to send again: those parked before this time, of a topic, or the one with an id. */
export type RetryFilters = { id?: string | undefined; topic?: string | undefined; parked_before: Date };

/**
 * Lets the relay send parked messages again, at most `count` of them, the oldest first, and counts the retry. Those without a
 * body stay. Returns how many. Counts of retries older than 30 days are deleted: their messages are long gone.
 */
export async function unparkRows(
  db: Queryable,
  { id, topic, parked_before }: RetryFilters,
  count: number,
): Promise<number> {
  const { rows } = await db.query<{ messages: number }>({
    text: `with chosen as (
             select seq from outbox
             where parked_at < $3 and body <> 'null' and ($1::text is null or id collate "C" = $1) and ($2::text is null or topic = $2)
             order by id collate "C" limit $4 for update skip locked
           ), unparked as (
             update outbox o set parked_at = null, parked_reason = null from chosen c where o.seq = c.seq returning o.id
           ), forgotten as (
             delete from retries where retried_at < now() - interval '30 days' and message_id not in (select id from unparked)
           ), counted as (
             insert into retries (message_id) select distinct id from unparked
             on conflict (message_id) do update set times = retries.times + 1, retried_at = now()
           )
           select count(*)::int as messages from unparked`,
    values: [id, topic, parked_before, count],
  });
  return rows[0]?.messages ?? 0;
}

/** Deletes a parked message. Returns whether there was one. */
export async function deleteParkedRow(db: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from outbox where id collate "C" = $1 and parked_at is not null', [id]);
  return (rowCount ?? 0) > 0;
}
