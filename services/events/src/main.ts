import { run } from '@order-hub/shared/run';
import { readConfig, settings } from './config.ts';
import { startEvents } from './service.ts';

await run({ name: 'events', settings, readConfig, start: startEvents });
