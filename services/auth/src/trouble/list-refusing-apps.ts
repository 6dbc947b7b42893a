import type { Database } from '@order-hub/shared/database';
import { listRefusals } from '@order-hub/shared/events-calls';
import type { Ask } from '@order-hub/shared/internal-call';
import type { RefusingApp } from '@order-hub/shared/management/connections';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { userIdOf } from '../users/owner.ts';
import { findOwned, listOwnedApps } from './refusing-app.store.ts';

type Deps = { db: Database; ask: Ask };

/**
 * The apps that refuse their events, of the accounts that the user owns and of the clients that the user registered. Throws 503 without
 * the events service.
 */
export async function listRefusingApps({ db, ask }: Deps, ctx: PrincipalContext): Promise<{ apps: RefusingApp[] }> {
  const user_id = userIdOf(ctx);
  const owned = await findOwned(db, user_id);
  if (owned.account_ids.length + owned.client_ids.length === 0) return { apps: [] };
  const answer = await ask(listRefusals, { params: {}, body: owned, requestId: ctx.requestId });
  const callbacks = new Map((answer?.callbacks ?? []).map((callback) => [callback.connection_id, callback]));
  if (callbacks.size === 0) return { apps: [] };
  const apps = await listOwnedApps(db, user_id, [...callbacks.keys()]);
  return {
    apps: apps.map((app) => {
      const { count = 0, status = 0 } = callbacks.get(app.connection_id) ?? {};
      return { ...app, count, status };
    }),
  };
}
