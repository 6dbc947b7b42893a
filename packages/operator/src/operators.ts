import * as management from '@order-hub/shared/management/operators';
import type { Operator } from './operator.client.ts';

/** Makes a user an operator. `user`: their id or email address. Throws OperatorError. */
export const addOperator = ({ ask }: Operator, user: string) =>
  ask(management.addOperator, { params: {}, input: { user } });

/** Makes an operator an ordinary user. `user`: their id or email address. Throws OperatorError. */
export const removeOperator = ({ ask }: Operator, user: string) =>
  ask(management.removeOperator, { params: {}, input: { user } });

/** Every operator. Throws OperatorError. */
export const listOperators = ({ listAll }: Operator) => listAll(management.listOperators, { params: {} });
