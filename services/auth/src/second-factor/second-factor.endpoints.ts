import * as management from '@order-hub/shared/management/users';
import { answerFor } from '@order-hub/shared/principal-call';
import { resetSecondFactors } from './reset-second-factors.ts';

/** Second factors of users who have lost theirs, for operators. */
export const secondFactorEndpoints = [answerFor(management.resetSecondFactors, resetSecondFactors)];
