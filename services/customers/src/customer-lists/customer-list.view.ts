import { timeOfId } from '@order-hub/shared/ids';
import { formatTime } from '@order-hub/shared/times';
import type { CustomerList } from './customer-list.ts';

/** A single list. */
export const viewCustomerList = ({ id, name }: CustomerList) => ({ id, name });

/** A list in a page of lists. */
export const viewListedCustomerList = ({ id, name, timezone }: CustomerList) => ({
  id,
  name,
  created_at: formatTime(timeOfId(id), timezone),
});
