import * as management from '@order-hub/shared/management/users';
import { answerFor } from '@order-hub/shared/principal-call';
import { retrieveProfile } from '../users/retrieve-profile.ts';
import { updateProfile } from './update-profile.ts';

/** A user's own profile. */
export const profileEndpoints = [
  answerFor(management.retrieveProfile, retrieveProfile),
  answerFor(management.updateProfile, updateProfile),
];
