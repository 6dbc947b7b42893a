import { listSelectableCatalogs } from '@order-hub/shared/catalog-calls';
import { listSelectableCustomerLists } from '@order-hub/shared/customers-calls';
import type { Database } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import type { Ask } from '@order-hub/shared/internal-call';
import type {
  ExampleConnection,
  openExampleConnection as call,
} from '@order-hub/shared/management/example-connections';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { parseScope } from '@order-hub/shared/scopes';
import { newId } from '@order-hub/shared/ids';
import type { z } from 'zod';
import { findOrCreateClient } from '../clients/find-or-create-client.ts';
import { findUserPlace } from '../places/find-user-place.ts';
import { assertConfirmed, userIdOf } from '../users/owner.ts';
import { openExpiringConnection } from '../connections/expiring/open-expiring-connection.ts';
import type { GrantDeps } from '../connections/granting/grant-connection.ts';
import { retrieveExampleConnection } from '../connections/expiring/retrieve-example-connection.ts';

type Deps = { db: Database; ask: Ask } & GrantDeps;

const clientName = 'Documentation';
const lifeMs = 60 * 60_000;

/** The first catalog and customer list that the location has, so that the examples have ids. Throws 503. */
async function findBindings(ask: Ask, requestId: string, place: { account_id: string; location_id: string }) {
  const question = { params: {}, body: place, requestId };
  const [catalogs, lists] = await Promise.all([
    ask(listSelectableCatalogs, question),
    ask(listSelectableCustomerLists, question),
  ]);
  return { catalog_id: catalogs?.items[0]?.id ?? null, customer_list_id: lists?.items[0]?.id ?? null };
}

/**
 * Connects the user's client "Documentation", which it creates if need be, to a location of the user for an hour. Each
 * connection has a name and a token of its own, and ends the one before. Throws 403 unless the password was just entered, 422
 * for a location that is not the user's and for a quota that is used up, and 503.
 */
export async function openExampleConnection(
  { db, ask, encryptionKeys, quotas }: Deps,
  ctx: PrincipalContext,
  _params: object,
  { location_id, right }: z.output<typeof call.input>,
): Promise<ExampleConnection> {
  assertConfirmed(ctx);
  const user_id = userIdOf(ctx);
  const place = await findUserPlace(db, user_id, { location_id });
  if (place?.role !== 'owner' || !place.account_id)
    throw invalid('location_id', 'not_found', 'is not one of your locations');
  const bindings = await findBindings(ask, ctx.requestId, { account_id: place.account_id, location_id });
  const client_id = await findOrCreateClient({ db, encryptionKeys, quotas }, ctx, clientName);
  const names = ['orders', 'inventory', 'all_catalogs', 'all_customer_lists'].map((name) => `${name}.${right}`);
  const grant = {
    ...{ client_id, user_id, account_id: null, location_id, ...bindings },
    name: `Examples ${newId(ctx.now)}`,
    scope: parseScope(`location[${names.join(',')}]`),
  };
  const expires_at = new Date(ctx.now.getTime() + lifeMs);
  const deps = { db, encryptionKeys, quotas };
  const connection_id = await openExpiringConnection(deps, ctx, grant, expires_at);
  return retrieveExampleConnection({ db, encryptionKeys }, ctx, { connection_id });
}
