import * as management from '@order-hub/shared/management/operators';
import { answerFor } from '@order-hub/shared/principal-call';
import { addOperator } from './add-operator.ts';
import { listOperators } from './list-operators.ts';
import { removeOperator } from './remove-operator.ts';

/** Who may open the operators' pages (docs/api/back-office.md#operators). */
export const operatorEndpoints = [
  answerFor(management.addOperator, addOperator),
  answerFor(management.removeOperator, removeOperator),
  answerFor(management.listOperators, listOperators),
];
