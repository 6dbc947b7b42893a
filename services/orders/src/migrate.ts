import { runMigrations } from '@order-hub/shared/run-migrations';
import { migrations } from '../migrations/index.ts';

await runMigrations('orders', migrations);
