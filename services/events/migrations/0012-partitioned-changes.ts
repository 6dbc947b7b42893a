import { partitionedTable } from '@order-hub/shared/partitioning';

export const partitionedChanges = partitionedTable('0012-partitioned-changes', 'changes');
