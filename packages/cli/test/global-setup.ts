import { templateDatabase } from '@order-hub/shared/testing/fresh-database';
import { migrations } from '../../../services/auth/migrations/index.ts';

export default templateDatabase('auth', migrations);
