import type { Database } from '@order-hub/shared/database';
import type { Ask } from '@order-hub/shared/internal-call';
import { findGrantedConnection } from '../connections/find-granted-connection.ts';
import type { Granted } from '../connections/connection.ts';
import { findCatalogName, findListName } from '../oauth/find-selected-names.ts';
import type { UserVisit } from '@order-hub/pages/visit';
import { nothingSelected } from './authorization-request.ts';
import type { Pending } from './open-request.ts';
import type { Place } from './place.ts';
import { retrievePlace } from './retrieve-place.ts';

/** What a user is asked. `catalog` and `customer_list` are names. `granted`: the connection that is there already. */
export type Consent = {
  pending: Pending;
  place: Place | null;
  catalog: string | null;
  customer_list: string | null;
  granted: Granted | undefined;
};

type Deps = { db: Database; ask: Ask };

/** Finds what the consent page shows, as it is now. Throws 404 and 422 for what is not the user's own, and 503. */
export async function findConsent({ db, ask }: Deps, visit: UserVisit, pending: Pending): Promise<Consent> {
  const { request, travelling } = pending;
  const place = await retrievePlace(db, visit.user, travelling);
  const { account_id, location_id } = place ?? nothingSelected;
  const within = { account_id: account_id ?? '', location_id };
  const catalog = await findCatalogName(ask, visit, within, travelling.catalog_id);
  const customer_list = await findListName(ask, visit, within, travelling.customer_list_id);
  const { client, name } = request;
  const granted = { client_id: client.id, user_id: visit.user.id, account_id, location_id, name };
  return { pending, place, catalog, customer_list, granted: await findGrantedConnection(db, granted) };
}
