import * as management from '@order-hub/shared/management/users';
import { answerFor } from '@order-hub/shared/principal-call';
import { listOwnFactors } from './list-own-factors.ts';
import { resetSecondFactors } from './reset-second-factors.ts';

/** Second factors: for operators those of users who have lost theirs, for users their own. */
export const secondFactorEndpoints = [
  answerFor(management.resetSecondFactors, resetSecondFactors),
  answerFor(management.listOwnFactors, listOwnFactors),
];
