import type { Queryable } from '@order-hub/shared/database';
import type { Actor, Deed } from './audit.ts';

export async function insertEntry(trx: Queryable, id: string, entry: Actor & Deed): Promise<void> {
  const { at, actor, actor_id, actor_name, action, account_id, subject_id, details, address, request_id } = entry;
  await trx.query({
    name: 'insert-audit-entry',
    text: `insert into audit_entries
             (id, at, actor, actor_id, actor_name, action, account_id, subject_id, details, address, request_id)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    values: [
      ...[id, at, actor, actor_id, actor_name, action, account_id, subject_id],
      ...[details && JSON.stringify(details), address, request_id],
    ],
  });
}
