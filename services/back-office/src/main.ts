import { run } from '@order-hub/shared/run';
import { readConfig } from './config.ts';
import { startBackOffice } from './service.ts';

await run('back-office', (env, log) => startBackOffice(readConfig(env), log));
