import type { Database } from '@order-hub/shared/database';
import type { Ask } from '@order-hub/shared/internal-call';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../../acting/open-transaction.ts';
import { byPrincipal } from '../../audit/audit.ts';
import type { Mailing } from '../../mails/queue-mail.ts';
import { assertPlaceFits, type Grant } from '../connection.ts';
import { grantAndAnnounce } from './announce-granted.ts';
import { findCatalogName, findListName } from './find-selected-names.ts';
import { lockGrantedPlace, type GrantDeps } from './grant-connection.ts';

type Deps = { db: Database; ask: Ask; mailing: Mailing } & GrantDeps;

/**
 * Grants a connection for an operator, in the name of the owner of the place: see `grantConnection`. Also throws 422 on the
 * field of a catalog or customer list that is not of this place, and 503 while it cannot be looked up.
 */
export async function createConnection(
  { db, ask, ...deps }: Deps,
  ctx: PrincipalContext,
  _params: object,
  given: Omit<Grant, 'user_id'>,
) {
  const grant = { ...given, user_id: null };
  const names = await findBoundNames({ db, ask }, ctx, grant);
  const token = await transactionOf(db, ctx, (trx) =>
    grantAndAnnounce(trx, { ...deps, log: ctx.log }, byPrincipal(ctx), grant),
  );
  return { ...token, ...names };
}

/** The names of the catalog and the customer list to bind. Nothing is locked while their services are asked. */
async function findBoundNames(
  { db, ask }: Omit<Deps, keyof GrantDeps | 'mailing'>,
  ctx: PrincipalContext,
  grant: Grant,
) {
  const { location_id, catalog_id, customer_list_id } = grant;
  if (catalog_id === null && customer_list_id === null) return {};
  assertPlaceFits(grant);
  const { account_id } = await transactionOf(db, ctx, (trx) => lockGrantedPlace(trx, grant));
  const place = { account_id: account_id ?? '', location_id };
  return {
    catalog_name: await findCatalogName(ask, ctx, place, catalog_id),
    customer_list_name: await findListName(ask, ctx, place, customer_list_id),
  };
}
