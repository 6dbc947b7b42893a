import type { Queryable } from '@order-hub/shared/database';
import { formatScope, parseScope } from '@order-hub/shared/scopes';
import type { IssuedGrant } from './authorization-code.ts';

const columns = `client_id, user_id, account_id, location_id, catalog_id, catalog_name, customer_list_id,
  customer_list_name, name, scope, redirect_uri, code_challenge`;

type CodeRow = Omit<IssuedGrant, 'scope'> & { scope: string };

export async function insertCode(
  db: Queryable,
  grant: IssuedGrant & { code_digest: string; expires_at: Date },
): Promise<void> {
  await db.query({
    name: 'insert-code',
    text: `insert into authorization_codes (${columns}, code_digest, expires_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    values: [
      grant.client_id,
      grant.user_id,
      grant.account_id,
      grant.location_id,
      grant.catalog_id,
      grant.catalog_name,
      grant.customer_list_id,
      grant.customer_list_name,
      grant.name,
      formatScope(grant.scope),
      grant.redirect_uri,
      grant.code_challenge,
      grant.code_digest,
      grant.expires_at,
    ],
  });
}

type Presented = { code_digest: string; client_id: string; now: Date };

/**
 * Takes a code of this client that has not expired, so that nobody else can: of several who try at once, the others wait
 * for the end of this transaction, and find the code only if it is rolled back.
 */
export async function takeCode(trx: Queryable, { code_digest, client_id, now }: Presented) {
  const { rows } = await trx.query<CodeRow>({
    name: 'take-code',
    text: `delete from authorization_codes where code_digest = $1 and client_id = $2 and expires_at > $3
           returning ${columns}`,
    values: [code_digest, client_id, now],
  });
  const [row] = rows;
  return row && { ...row, scope: parseScope(row.scope) };
}

/** Deletes up to `count` codes that have expired, and returns how many. Skips those that are being deleted. */
export async function deleteExpiredCodes(db: Queryable, now: Date, count: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from authorization_codes where code_digest = any (array(
       select code_digest from authorization_codes where expires_at <= $1
       order by expires_at limit $2 for update skip locked))`,
    [now, count],
  );
  return rowCount ?? 0;
}
