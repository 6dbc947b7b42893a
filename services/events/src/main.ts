import { run } from '@order-hub/shared/run';
import { readConfig } from './config.ts';
import { startEvents } from './service.ts';

await run('events', (env, log) => startEvents(readConfig(env), log));
