import * as management from '@order-hub/shared/management/attempts';
import * as requests from '@order-hub/shared/management/requests';
import { answerFor } from '@order-hub/shared/principal-call';
import { listAttempts } from './list-attempts.ts';
import { listRequests } from './list-requests.ts';
import { resendAttempt } from './resend-attempt.ts';
import { resendEvents } from './resend-events.ts';
import { retrieveAttempt } from './retrieve-attempt.ts';
import { retrieveSending } from './retrieve-sending.ts';
import { sendTestEvents } from './send-test-events.ts';

/** The delivery log and the request log of a connection, for the owner of its account and for that of its client. */
export const watchingEndpoints = [
  answerFor(management.listAttempts, listAttempts),
  answerFor(management.retrieveAttempt, retrieveAttempt),
  answerFor(management.retrieveSending, retrieveSending),
  answerFor(management.resendEvents, resendEvents),
  answerFor(management.resendAttempt, resendAttempt),
  answerFor(management.sendTestEvents, sendTestEvents),
  answerFor(requests.listRequests, listRequests),
];
