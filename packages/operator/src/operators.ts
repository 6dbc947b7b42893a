import type { Operator } from './operator.client.ts';

/** A user who may open the operators' pages, or may not: `operator_since` is null. */
export type OperatorUser = {
  id: string;
  email: string;
  first_name: string | null;
  last_name: string | null;
  operator_since: string | null;
};

/** Makes a user an operator. `user`: their id or email address. Throws OperatorError. */
export const addOperator = ({ post }: Operator, user: string): Promise<OperatorUser> =>
  post<OperatorUser>('/operators', { user });

/** Makes an operator a user like others. `user`: their id or email address. Throws OperatorError. */
export const removeOperator = ({ post }: Operator, user: string): Promise<OperatorUser> =>
  post<OperatorUser>('/operators/remove', { user });

/** Every operator. Throws OperatorError. */
export const listOperators = ({ list }: Operator): Promise<unknown[]> => list('/operators', {});
