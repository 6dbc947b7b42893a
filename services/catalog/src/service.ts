import type { Log } from '@order-hub/shared/log';
import { startService, type Overrides } from '@order-hub/shared/service';
import { migrations } from '../migrations/index.ts';
import { consumers, endpoints } from './app.ts';
import type { Config } from './config.ts';
import { startClearingCatalogs } from './deleted-catalogs/clear-deleted-catalogs.ts';
import { startClearingImages } from './images/clear-unattached-images.ts';
import { startExpiring } from './inventory/clear-expired-entries.ts';
import { openPreparer } from './uploads/open-preparer.ts';
import { openUploads } from './uploads/open-uploads.ts';

/** Starts the catalog service, which owns catalogs, images and inventories. */
export const startCatalog = (config: Config, log: Log, overrides: Overrides = {}) =>
  startService({
    name: 'catalog',
    config,
    log,
    migrations,
    endpoints,
    consumers,
    ...overrides,
    compose({ db, life, now, relay }) {
      const clearingCatalogs = life.opened(startClearingCatalogs({ db, log }), ({ close }) => close());
      life.opened(startClearingImages({ db, log, now }), ({ close }) => close());
      life.opened(startExpiring({ db, log, now, relay }), ({ close }) => close());
      const preparer = life.opened(openPreparer(), ({ close }) => close());
      return { db, clearingCatalogs, preparer, uploads: openUploads() };
    },
  });
