import type { Bus } from '@order-hub/shared/bus';
import type { Log } from '@order-hub/shared/log';
import { startService } from '@order-hub/shared/service';
import { migrations } from '../migrations/index.ts';
import { catalogEndpoints } from './app.ts';
import type { Config } from './config.ts';

type Overrides = { bus?: Bus; now?: () => Date };

/** Opens everything the catalog service needs and starts answering. */
export const startCatalog = (config: Config, log: Log, overrides: Overrides = {}) =>
  startService({
    name: 'catalog',
    config,
    log,
    migrations,
    ...overrides,
    compose: () => ({ endpoints: catalogEndpoints() }),
  });
