import { run } from '@order-hub/shared/run';
import { readConfig, settings } from './config.ts';
import { startCustomers } from './service.ts';

await run({ name: 'customers', settings, readConfig, start: startCustomers });
