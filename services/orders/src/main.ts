import { run } from '@order-hub/shared/run';
import { readConfig } from './config.ts';
import { startOrders } from './service.ts';

await run('orders', (env, log) => startOrders(readConfig(env), log));
