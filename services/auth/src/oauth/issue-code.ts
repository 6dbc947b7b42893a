import type { Database } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { invalid } from '@order-hub/shared/errors';
import type { Ask } from '@order-hub/shared/internal-call';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { formatScope } from '@order-hub/shared/scopes';
import { transactionOf } from '../acting/open-transaction.ts';
import { byPrincipal } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { assertPlaceFits } from '../connections/connection.ts';
import { lockGrantedPlace } from '../connections/granting/grant-connection.ts';
import { assertMayConnect } from '../connections/granting/check-quotas.ts';
import type { Quotas } from '../quotas.ts';
import { isChallenge, newCode, type IssuedGrant } from './authorization-code.ts';
import { insertCode } from './code.store.ts';
import { findCatalogName, findListName } from '../connections/granting/find-selected-names.ts';

/** `codeSeconds`: how long a code can be exchanged. */
export type IssueDeps = { db: Database; ask: Ask; codeSeconds: number; quotas: Quotas };

/** What a user selected and approved. `redirect_uri` has been verified. */
export type Selection = Omit<IssuedGrant, 'catalog_name' | 'customer_list_name'>;

/** The user who approves. */
type ApprovalContext = Pick<PrincipalContext, 'principal' | 'now' | 'requestId' | 'address'>;

/**
 * Issues the authorisation code of what a user granted (docs/api/authentication.md#authorisation-codes), and audits the
 * approval. Exchanging the code creates or updates the connection. Throws 422 on the field of anything that is unknown or
 * another user's, 422 for a quota that is used up, and 503 while a selected catalog or customer list cannot be looked up.
 */
export async function issueCode(
  { db, ask, codeSeconds, quotas }: IssueDeps,
  ctx: ApprovalContext,
  selection: Selection,
): Promise<string> {
  assertPlaceFits(selection);
  if (selection.code_challenge !== null && !isChallenge(selection.code_challenge)) {
    throw invalid('code_challenge', 'wrong_format', 'must be an S256 challenge: 43 characters of base64url');
  }
  const { account_id } = await transactionOf(db, ctx, async (trx) => {
    const granted = await lockGrantedPlace(trx, selection);
    await assertMayConnect(trx, quotas, { ...selection, ...granted });
    return granted;
  });
  const place = { account_id: account_id ?? '', location_id: selection.location_id };
  const catalog_name = await findCatalogName(ask, ctx, place, selection.catalog_id);
  const customer_list_name = await findListName(ask, ctx, place, selection.customer_list_id);
  const code = newCode();
  const expires_at = new Date(ctx.now.getTime() + codeSeconds * 1000);
  await transactionOf(db, ctx, async (trx) => {
    await insertCode(trx, { ...selection, catalog_name, customer_list_name, code_digest: digest(code), expires_at });
    await recordEntry(trx, byPrincipal(ctx), approval(selection, account_id));
  });
  return code;
}

/** What the audit says of it. */
function approval({ client_id, scope, redirect_uri, name, ...selection }: Selection, account_id: string | null) {
  const { location_id, catalog_id, customer_list_id } = selection;
  const details = { scope: formatScope(scope), name, redirect_uri, location_id, catalog_id, customer_list_id };
  return { action: 'connection.approve', account_id, subject_id: client_id, details } as const;
}
