import { templateDatabase } from '@order-hub/shared/testing/fresh-database';
import { migrations } from '../migrations/index.ts';

export default templateDatabase('events', migrations);
