import { run } from '@order-hub/shared/run';
import { readConfig, settings } from './config.ts';
import { startAuth } from './service.ts';

await run({ name: 'auth', settings, readConfig, start: startAuth });
