import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { templateDatabase } from '@order-hub/testing/fresh-database';
import { migrations } from '../../auth/migrations/index.ts';

const makeDatabase = templateDatabase('auth', migrations);
const build = fileURLToPath(new URL('../../../scripts/build.js', import.meta.url));

/** Builds catalog first: its threads run what was built (catalog-service.ts). */
export default async function setUp(): Promise<void> {
  execFileSync(process.execPath, [build, 'services/catalog']);
  await makeDatabase();
}
