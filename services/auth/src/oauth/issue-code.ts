import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { invalid } from '@order-hub/shared/errors';
import type { Ask } from '@order-hub/shared/internal-call';
import { lookUpCatalog, lookUpCustomerList } from '@order-hub/shared/internal-calls';
import { assertPlaceFits } from '../connections/connection.ts';
import { holdPlace } from '../connections/create-connection.ts';
import { isChallenge, newCode, type IssuedGrant } from './authorization-code.ts';
import { insertCode } from './code.store.ts';

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
  const names = await findNames(ask, ctx, { ...selection, account_id });
  const code = newCode();
  const expires_at = new Date(ctx.now.getTime() + codeSeconds * 1000);
  await insertCode(db, { ...selection, ...names, code_digest: digest(code), expires_at });
  return code;
}

type Selected = { account_id: string | null; location_id: string | null };

async function findNames(ask: Ask, { requestId }: Ctx, selection: Selection & Selected) {
  const { catalog_id, customer_list_id } = selection;
  const account_id = selection.account_id ?? '';
  const catalog =
    catalog_id === null ? null : await ask(lookUpCatalog, { params: { account_id, catalog_id }, requestId });
  if (!isWithin(selection, catalog)) throw invalid('catalog_id', 'is not the id of a catalog of this place');
  const list =
    customer_list_id === null
      ? null
      : await ask(lookUpCustomerList, { params: { account_id, customer_list_id }, requestId });
  if (!isWithin(selection, list)) throw invalid('customer_list_id', 'is not the id of a customer list of this place');
  return { catalog_name: catalog?.name ?? null, customer_list_name: list?.name ?? null };
}

/** What belongs to the account is within each of its locations. Null: nothing was selected. */
const isWithin = ({ location_id }: Selected, found: { location_id: string | null } | null | undefined) =>
  found !== undefined &&
  (found === null || found.location_id === null || location_id === null || found.location_id === location_id);
