import { transaction, type Database } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { invalid } from '@order-hub/shared/errors';
import type { Ask } from '@order-hub/shared/internal-call';
import { formatScope } from '@order-hub/shared/scopes';
import { byUser } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { assertPlaceFits } from '../connections/connection.ts';
import { holdPlace } from '../connections/create-connection.ts';
import type { UserVisit } from '@order-hub/pages/visit';
import { isChallenge, newCode, type IssuedGrant } from './authorization-code.ts';
import { insertCode } from './code.store.ts';
import { findCatalogName, findListName } from './find-selected-names.ts';

/** `codeSeconds`: how long a code can be exchanged. */
export type IssueDeps = { db: Database; ask: Ask; codeSeconds: number };

/** What a user selected and approved. `redirect_uri` has been verified. */
export type Selection = Omit<IssuedGrant, 'catalog_name' | 'customer_list_name'>;

/** The look at the consent page at which the user said yes. */
type Consent = Pick<UserVisit, 'user' | 'now' | 'requestId' | 'address'>;

/**
 * Issues the authorisation code of what a user granted (docs/api/authentication.md#authorisation-codes). The connection is
 * created or changed when the code is exchanged. The audit says who approved it. Everything selected must be the user's own: what is not is answered like
 * what does not exist. Throws 422 on the field at fault, and 503 while a selected catalog or list cannot be looked up.
 */
export async function issueCode(
  { db, ask, codeSeconds }: IssueDeps,
  visit: Consent,
  selection: Selection,
): Promise<string> {
  assertPlaceFits(selection);
  if (selection.code_challenge !== null && !isChallenge(selection.code_challenge)) {
    throw invalid('code_challenge', 'must be an S256 challenge: 43 characters of base64url');
  }
  const { account_id } = await transaction(db, (trx) => holdPlace(trx, selection));
  const place = { account_id: account_id ?? '', location_id: selection.location_id };
  const catalog_name = await findCatalogName(ask, visit, place, selection.catalog_id);
  const customer_list_name = await findListName(ask, visit, place, selection.customer_list_id);
  const code = newCode();
  const expires_at = new Date(visit.now.getTime() + codeSeconds * 1000);
  await transaction(db, async (trx) => {
    await insertCode(trx, { ...selection, catalog_name, customer_list_name, code_digest: digest(code), expires_at });
    await recordEntry(trx, byUser(visit), approval(selection, account_id));
  });
  return code;
}

/** What the audit says of it. */
function approval({ client_id, scope, redirect_uri, name, ...selection }: Selection, account_id: string | null) {
  const { location_id, catalog_id, customer_list_id } = selection;
  const details = { scope: formatScope(scope), name, redirect_uri, location_id, catalog_id, customer_list_id };
  return { action: 'connection.approve', account_id, subject_id: client_id, details } as const;
}
