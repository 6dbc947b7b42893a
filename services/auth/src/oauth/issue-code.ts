import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { invalid } from '@order-hub/shared/errors';
import type { Ask } from '@order-hub/shared/internal-call';
import { assertPlaceFits } from '../connections/connection.ts';
import { holdPlace } from '../connections/create-connection.ts';
import { isChallenge, newCode, type IssuedGrant } from './authorization-code.ts';
import { insertCode } from './code.store.ts';
import { findCatalogName, findListName } from './find-selected-names.ts';

/** `codeSeconds`: how long a code can be exchanged. */
type Deps = { db: Database; ask: Ask; codeSeconds: number };

/** What a user selected and approved. `redirect_uri` has been verified. */
export type Selection = Omit<IssuedGrant, 'catalog_name' | 'customer_list_name'>;

type Ctx = Pick<Context, 'now' | 'requestId'>;

/**
 * Issues the authorisation code of what a user granted (docs/api/authentication.md#authorisation-codes). The connection is
 * created or changed when the code is exchanged. Everything selected must be the user's own: what is not is answered like
 * what does not exist. Throws 422 on the field at fault, and 503 while a selected catalog or list cannot be looked up.
 */
export async function issueCode({ db, ask, codeSeconds }: Deps, ctx: Ctx, selection: Selection): Promise<string> {
  assertPlaceFits(selection);
  if (selection.code_challenge !== null && !isChallenge(selection.code_challenge)) {
    throw invalid('code_challenge', 'must be an S256 challenge: 43 characters of base64url');
  }
  const { account_id } = await transaction(db, (trx) => holdPlace(trx, selection));
  const place = { account_id: account_id ?? '', location_id: selection.location_id };
  const catalog_name = await findCatalogName(ask, ctx, place, selection.catalog_id);
  const customer_list_name = await findListName(ask, ctx, place, selection.customer_list_id);
  const code = newCode();
  const expires_at = new Date(ctx.now.getTime() + codeSeconds * 1000);
  await insertCode(db, { ...selection, catalog_name, customer_list_name, code_digest: digest(code), expires_at });
  return code;
}
