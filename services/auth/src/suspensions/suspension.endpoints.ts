import * as accounts from '@order-hub/shared/management/accounts';
import * as locations from '@order-hub/shared/management/locations';
import { answerFor } from '@order-hub/shared/principal-call';
import { resumeAccount } from './resume-account.ts';
import { resumeLocation } from './resume-location.ts';
import { suspendAccount } from './suspend-account.ts';
import { suspendLocation } from './suspend-location.ts';

/** Operators suspend accounts and locations, and resume them. */
export const suspensionEndpoints = [
  answerFor(accounts.suspendAccount, suspendAccount),
  answerFor(accounts.resumeAccount, resumeAccount),
  answerFor(locations.suspendLocation, suspendLocation),
  answerFor(locations.resumeLocation, resumeLocation),
];
