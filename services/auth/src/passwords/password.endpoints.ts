import * as management from '@order-hub/shared/management/users';
import { answerFor } from '@order-hub/shared/principal-call';
import { createPasswordLink } from './create-password-link.ts';

/** Links for new passwords, which operators create. */
export const passwordEndpoints = [answerFor(management.createPasswordLink, createPasswordLink)];
