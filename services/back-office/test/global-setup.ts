import { templateDatabase } from '@order-hub/testing/fresh-database';
import { migrations } from '../../auth/migrations/index.ts';

export default templateDatabase('auth', migrations);
