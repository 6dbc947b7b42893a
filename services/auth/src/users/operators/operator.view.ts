import { formatTime } from '@order-hub/shared/times';
import type { Operator } from './operator.ts';

/** An operator as the management API shows them. */
export const viewOperator = ({ operator_since, ...user }: Operator) => ({
  ...user,
  operator_since: operator_since && formatTime(operator_since),
});
