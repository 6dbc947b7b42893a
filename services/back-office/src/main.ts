import { run } from '@order-hub/shared/run';
import { readConfig, settings } from './config.ts';
import { startBackOffice } from './service.ts';

await run({ name: 'back-office', settings, readConfig, start: startBackOffice });
