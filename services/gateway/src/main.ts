import { run } from '@order-hub/shared/run';
import { readConfig, settings } from './config.ts';
import { startGateway } from './service.ts';

await run({ name: 'gateway', settings, readConfig, start: startGateway });
