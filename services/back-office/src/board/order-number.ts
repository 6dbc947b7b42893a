import type { BoardOrder } from '@order-hub/shared/orders-calls';

/** What people call an order. Without a code or a ref it is the end of its id. */
export const orderNumber = ({ collection_code, ref, id }: Pick<BoardOrder, 'collection_code' | 'ref' | 'id'>): string =>
  collection_code || ref || `#${id.slice(-4).toUpperCase()}`;
