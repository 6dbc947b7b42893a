import { run } from '@order-hub/shared/run';
import { readConfig } from './config.ts';
import { startCatalog } from './service.ts';

await run('catalog', (env, log) => startCatalog(readConfig(env), log));
