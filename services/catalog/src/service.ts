import type { Log } from '@order-hub/shared/log';
import { startService, type Overrides } from '@order-hub/shared/service';
import { migrations } from '../migrations/index.ts';
import { consumers, endpoints } from './app.ts';
import { startClearingCatalogs } from './catalogs/clear-deleted-catalogs.ts';
import { openUploads } from './catalogs/open-uploads.ts';
import type { Config } from './config.ts';
import { openPreparing } from './content/open-preparing.ts';
import { startClearingImages } from './images/clear-unattached-images.ts';
import { startExpiring } from './inventory/clear-expired-entries.ts';

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
      const preparing = life.opened(openPreparing(), ({ close }) => close());
      return { db, clearingCatalogs, preparing, uploads: openUploads() };
    },
  });
