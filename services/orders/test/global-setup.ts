import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { templateDatabase } from '@order-hub/testing/fresh-database';
import { migrations } from '../migrations/index.ts';

const makeDatabase = templateDatabase('orders', migrations);

/** Builds first: the thread that prepares large orders runs what was built (src/orders/large/open-order-threads.ts). */
export default async function setUp(): Promise<void> {
  execFileSync(process.execPath, [fileURLToPath(new URL('../../../scripts/build.js', import.meta.url))]);
  await makeDatabase();
}
