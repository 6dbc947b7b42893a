/** A real catalog service beside the back office: the pages of menus are more its answers than their own. */
import { migrate } from '@order-hub/shared/migrate';
import { aCaller } from '@order-hub/testing/call';
import { freshDatabase } from '@order-hub/testing/fresh-database';
import { migrations } from '../../catalog/migrations/index.ts';
import { startTestCatalog } from '../../catalog/test/service.ts';
import { anOwnerOfLocation } from '../../auth/test/owner.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';

export async function startBackOfficeWithCatalog(options: { now?: () => Date } = {}) {
  const database = await freshDatabase();
  await migrate({ url: database.url, schema: 'catalog', migrations });
  // A thread of catalog loads all of its modules, and these tests send one small menu at a time.
  const catalog = await startTestCatalog({ ...options, database, settings: { THREADS_MAX: '1' } });
  const hub = await startTestBackOffice({ ...options, env: { CATALOG_URL: catalog.url() } });
  return {
    hub,
    catalog,
    async close() {
      await hub.close();
      await catalog.close();
    },
  };
}

export type HubWithCatalog = Awaited<ReturnType<typeof startBackOfficeWithCatalog>>;

/** An owner whose location has a menu. `as`: an app that is connected to the location. */
export async function anOwnerOfMenu(
  { hub, catalog }: { hub: TestBackOffice } & Pick<HubWithCatalog, 'catalog'>,
  body: unknown,
) {
  const owner = await anOwnerOfLocation(hub, { timezone: 'Europe/Paris' });
  const { id: location_id } = owner.location;
  const as = aCaller({
    location_id,
    location: { id: location_id, timezone: 'Europe/Paris' },
    account: { id: owner.account.id, currency: 'EUR' },
  });
  const menu = (await catalog.call(`POST /locations/${location_id}/catalogs`, { as, body })).body;
  return { ...owner, as, menu, path: `/back-office/locations/${location_id}/menus/${menu.id}` };
}
