import type { Database, Queryable } from '@order-hub/shared/database';
import { invalid, notFound } from '@order-hub/shared/errors';
import type { Ask } from '@order-hub/shared/internal-call';
import type { ConnectionUpdate } from '@order-hub/shared/management/connections';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { parseScope, type Scope } from '@order-hub/shared/scopes';
import { transactionOf } from '../../acting/open-transaction.ts';
import { byPrincipal } from '../../audit/audit.ts';
import type { Mailing } from '../../mails/queue-mail.ts';
import type { Connection, Grant } from '../connection.ts';
import { lockConnection } from '../connection.store.ts';
import { viewConnection } from '../connection.view.ts';
import { markConnectionIn } from '../mark-connection.ts';
import { grantAndAnnounce } from './announce-granted.ts';
import { findCatalogName, findListName } from './find-selected-names.ts';
import { lockGrantedPlace, type GrantDeps } from './grant-connection.ts';

type Deps = { db: Database; ask: Ask; mailing: Mailing } & GrantDeps;

/**
 * Changes what a connection may use, for an operator: it keeps its token, and stays blocked if it is. Throws 404; 422 for a
 * disconnected connection, a scope of another access level, and a catalog or customer list that is not of its place; and 503 while
 * these cannot be looked up.
 */
export async function updateConnection(
  { db, ask, ...deps }: Deps,
  ctx: PrincipalContext,
  { connection_id }: { connection_id: string },
  update: ConnectionUpdate,
) {
  const by = byPrincipal(ctx);
  const known = await transactionOf(db, ctx, (trx) => lockLive(trx, connection_id));
  const place = { account_id: known.account_id ?? '', location_id: known.location_id };
  // Nothing is locked while other services are asked.
  await findCatalogName(ask, ctx, place, update.catalog_id ?? null);
  await findListName(ask, ctx, place, update.customer_list_id ?? null);
  return transactionOf(db, ctx, async (trx) => {
    // A grant locks the place before the connection, too.
    await lockGrantedPlace(trx, grantOf(known, {}));
    const before = await lockLive(trx, connection_id);
    await grantAndAnnounce(trx, { ...deps, log: ctx.log }, by, grantOf(before, update));
    const connection = { id: connection_id, owner_id: null };
    if (before.blocked_at !== null)
      await markConnectionIn(trx, by, connection, {
        action: 'connection.block',
        marks: { blocked_at: before.blocked_at },
      });
    return viewConnection((await lockConnection(trx, connection)) ?? before);
  });
}

async function lockLive(trx: Queryable, id: string): Promise<Connection> {
  const connection = await lockConnection(trx, { id, owner_id: null });
  if (!connection) throw notFound('Connection');
  if (connection.disconnected_at)
    throw invalid('connection_id', 'inconsistent', 'is of a disconnected connection; authorise the client again');
  return connection;
}

/** The grant that gives this connection again, with what is to change. */
function grantOf(before: Connection, { scope, catalog_id, customer_list_id }: ConnectionUpdate): Grant {
  const granted = parseScope(before.scope);
  if (scope !== undefined && scope.level !== granted.level)
    throw invalid('scope', 'inconsistent', `must be for ${levelNames[granted.level ?? 'none']}, as the connection is`);
  return {
    client_id: before.client_id,
    name: before.name,
    scope: scope ?? granted,
    ...placeOf(granted.level, before),
    catalog_id: changed(before.catalog_id, catalog_id),
    customer_list_id: changed(before.customer_list_id, customer_list_id),
  };
}

/** What a grant of this level names. Without a place, it is of the user who granted it. */
const placeOf = (level: Scope['level'], { location_id, account_id, user_id }: Connection) => ({
  location_id: level === 'location' ? location_id : null,
  account_id: level === 'account' ? account_id : null,
  user_id: level === null ? user_id : null,
});

const changed = (before: string | null, given: string | null | undefined) => (given === undefined ? before : given);

const levelNames = { location: 'a location', account: 'an account', none: 'general permissions only' };
