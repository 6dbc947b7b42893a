import type { ApiError } from '@order-hub/shared/errors';
import type { FullReply } from '@order-hub/shared/full-reply';
import { outOfBand } from '@order-hub/shared/redirect-uri';
import { goTo } from '@order-hub/pages/replies';
import type { Visit } from '@order-hub/pages/visit';
import type { Destination } from '../../authorization-requests/authorization-request.ts';
import { faultPage } from './fault-page.tsx';
import { answerUrl } from './answer-url.ts';

/** Sends the browser back to the client with the error; the user of an installed application reads it here. */
export function refuseClient(visit: Visit, destination: Destination, error: ApiError): FullReply {
  if (destination.redirect_uri === outOfBand) return faultPage(visit, error.message);
  return goTo(visit, answerUrl(destination, visit.publicUrl, error.fields));
}
