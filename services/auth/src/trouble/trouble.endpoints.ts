import { listRefusingApps as call } from '@order-hub/shared/management/connections';
import { answerFor } from '@order-hub/shared/principal-call';
import { listRefusingApps } from './list-refusing-apps.ts';

/** What is the matter with the apps of a user. */
export const troubleEndpoints = [answerFor(call, listRefusingApps)];
