import { run } from '@order-hub/shared/run';
import { readConfig } from './config.ts';
import { startAuth } from './service.ts';

await run('auth', (env, log) => startAuth(readConfig(env), log));
