import { run } from '@order-hub/shared/run';
import { readConfig, settings } from './config.ts';
import { startOrders } from './service.ts';

await run({ name: 'orders', settings, readConfig, start: startOrders });
