import { run } from '@order-hub/shared/run';
import { readConfig } from './config.ts';
import { startGateway } from './service.ts';

await run('gateway', (env, log) => startGateway(readConfig(env), log));
