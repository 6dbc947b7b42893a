import type { OutgoingMessage } from '@order-hub/shared/bus';
import type { Queryable } from '@order-hub/shared/database';
import { idFloor } from '@order-hub/shared/ids';
import { outboxArrays, outboxColumns } from '@order-hub/shared/outbox';
import { takePage, type Page } from '@order-hub/shared/page';
import type { Actor, AuditFacts, AuditEntry, EntryFilters } from './audit.ts';

/** Inserts the entry and the messages about the same change, in one statement. */
export async function insertEntry(
  trx: Queryable,
  id: string,
  entry: Actor & AuditFacts,
  messages: readonly OutgoingMessage[],
): Promise<void> {
  const { at, actor, actor_id, actor_name, action, account_id, subject_id, details, address, request_id } = entry;
  await trx.query({
    name: 'insert-audit-entry',
    text: `with entry as (
             insert into audit_entries
               (id, at, actor, actor_id, actor_name, action, account_id, subject_id, details, address, request_id)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
           )
           insert into outbox (${outboxColumns})
           select unnest($12::text[]), unnest($13::text[]), unnest($14::text[]), unnest($15::text[]),
             unnest($16::text[]), unnest($17::text[])`,
    values: [
      ...[id, at, actor, actor_id, actor_name, action, account_id, subject_id],
      ...[details && JSON.stringify(details), address, request_id],
      ...outboxArrays(messages),
    ],
  });
}

/** Deletes up to `count` entries from before this time, the oldest first, and returns how many. Ids grow with time. */
export async function deleteEntriesBefore(db: Queryable, before: Date, count: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from audit_entries where id = any (array(
       select id from audit_entries where id < $1 order by id limit $2 for update skip locked))`,
    [idFloor(before), count],
  );
  return rowCount ?? 0;
}

/** Sorts after every id. */
const end = '~';

/** A page of the entries before the id `before`, newest first. */
export async function listEntries(
  db: Queryable,
  { account, actor, by, action, kinds, since, hidesOperators = false }: EntryFilters,
  { before = end, count }: { before?: string | undefined; count: number },
): Promise<Page<AuditEntry>> {
  // Without a name, so that each is planned for the filters that it has.
  const { rows } = await db.query<AuditEntry>({
    text: `select id, at, actor, actor_id, actor_name, action, account_id, subject_id, details, address, request_id
           from audit_entries
           where ($1::text is null or account_id = $1)
             and ($2::text is null or actor = $2)
             and ($3::text is null or actor_id = $3 and (actor <> 'operator' or not $8))
             and ($4::text is null or action = $4)
             and ($5::text[] is null or split_part(action, '.', 1) = any($5))
             and id >= $6 and id < $7
           order by id desc limit $9`,
    values: [
      ...[account, actor, by, action, kinds, since ? idFloor(since) : '', before],
      ...[hidesOperators, count + 1],
    ],
  });
  return takePage(rows, count, ({ id }) => id);
}
