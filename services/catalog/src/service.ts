import { openLargeReads } from '@order-hub/shared/large-reads';
import type { Log } from '@order-hub/shared/log';
import { startService, type Overrides } from '@order-hub/shared/service';
import { watchSlots } from '@order-hub/shared/slot-metrics';
import { schema } from '../migrations/index.ts';
import { consumers, endpoints } from './app.ts';
import { catalogTable } from './catalogs/catalog.store.ts';
import { imageQuotasOf, uploadLimitsOf, type Config } from './config.ts';
import { startRefreshing } from './current-catalogs/refresh-catalogs.ts';
import { startClearingCatalogs } from './deleted-catalogs/clear-deleted-catalogs.ts';
import { startClearingImages } from './images/clear-unattached-images.ts';
import { startAdopting } from './inventory/sharing/adopt-inventories.ts';
import { startExpiring } from './inventory/clearing/clear-expired-entries.ts';
import { startClearingStock } from './inventory/clearing/clear-unused-stock.ts';
import { openWrites } from './inventory/open-writes.ts';
import { openMenuIndexes } from './menus/search/open-menu-indexes.ts';
import { openThreads } from './threads/open-threads.ts';
import { openPreparer } from './uploads/open-preparer.ts';
import { openUploads } from './uploads/open-uploads.ts';

/** Starts the catalog service, which owns catalogs, images and inventories. */
export const startCatalog = (config: Config, log: Log, overrides: Overrides = {}) =>
  startService({
    name: 'catalog',
    config,
    log,
    schema,
    endpoints,
    consumers,
    ...overrides,
    compose({ db, bus, life, now, relay, metrics }) {
      const clearingCatalogs = life.opened(startClearingCatalogs({ db, log, table: catalogTable }), ({ close }) =>
        close(),
      );
      life.opened(startClearingImages({ db, log, now }), ({ close }) => close());
      life.opened(startAdopting({ db, log }), ({ close }) => close());
      life.opened(startExpiring({ db, log, now, relay }), ({ close }) => close());
      life.opened(startClearingStock({ db, log, now }), ({ close }) => close());
      const threads = life.opened(openThreads({ threadsMax: config.THREADS_MAX }), ({ close }) => close());
      const preparer = openPreparer(threads);
      const refreshing = life.opened(startRefreshing({ db, preparer, log, now }), ({ close }) => close());
      const uploads = openUploads(uploadLimitsOf(config));
      const reads = openLargeReads(config);
      const reading = { reads, pageBytesMax: config.PAGE_BYTES_MAX };
      const writes = openWrites({ max: config.WRITES_MAX, waitingMax: config.WRITES_WAITING_MAX });
      watchSlots(metrics, { ...reads.slots, ...threads.slots, ...uploads.slots, writes });
      const quotas = { catalogsMax: config.CATALOGS_PER_ACCOUNT_MAX, imageQuotas: imageQuotasOf(config) };
      return {
        ...reading,
        threads,
        ...quotas,
        menuIndexes: openMenuIndexes(),
        ...{ writes, refreshing, db, bus, clearingCatalogs, preparer, uploads },
      };
    },
  });
