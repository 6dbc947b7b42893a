import type { Database } from '@order-hub/shared/database';
import { appNamesMax, type AppName } from '@order-hub/shared/management/connections';
import { locationOf, type PrincipalContext } from '@order-hub/shared/principal';
import { listAppNamesOf } from '../user-connection.store.ts';

/** The clients whose connections concern the location of the page. Throws 404 for a page about none. */
export async function listAppNames({ db }: { db: Database }, ctx: PrincipalContext): Promise<{ apps: AppName[] }> {
  return { apps: await listAppNamesOf(db, locationOf(ctx), appNamesMax) };
}
