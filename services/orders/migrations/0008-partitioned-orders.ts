import { partitionedTable } from '@order-hub/shared/partitioning';

export const partitionedOrders = partitionedTable('0008-partitioned-orders', 'orders');
