import { setFlagsFromString } from 'node:v8';
import { run } from '@order-hub/shared/run';
import { readConfig, settings } from './config.ts';
import { startGateway } from './service.ts';

// What thousands of connections left behind goes before the old generation has grown (docs/decisions/0030-options-of-node.md).
setFlagsFromString('--heap-growing-percent=25');

await run({ name: 'gateway', settings, readConfig, start: startGateway });
