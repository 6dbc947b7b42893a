import { run } from '@order-hub/shared/run';
import { readConfig } from './config.ts';
import { startCustomers } from './service.ts';

await run('customers', (env, log) => startCustomers(readConfig(env), log));
