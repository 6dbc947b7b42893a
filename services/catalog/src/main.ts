import { run } from '@order-hub/shared/run';
import { readConfig, settings } from './config.ts';
import { startCatalog } from './service.ts';

await run({ name: 'catalog', settings, readConfig, start: startCatalog });
