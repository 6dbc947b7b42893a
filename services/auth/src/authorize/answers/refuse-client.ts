import type { ApiError } from '@order-hub/shared/errors';
import type { FullReply } from '@order-hub/shared/full-reply';
import { outOfBand } from '@order-hub/shared/redirect-uri';
import type { Visit } from '@order-hub/pages/visit';
import type { Destination } from '../../authorization-requests/authorization-request.ts';
import { texts } from '../texts.ts';
import { faultPage } from './fault-page.tsx';
import { answerUrl } from './answer-url.ts';

/**
 * Shows the fault of a request, with a link that returns to the application with the error, if it has registered where its
 * users return to (docs/api/authentication.md#errors-of-authorisation-requests).
 */
export function refuseClient(visit: Visit, destination: Destination, { message, fields }: ApiError): FullReply {
  const { client, redirect_uri } = destination;
  const isRegistered = client.redirect_uris.includes(redirect_uri);
  if (!isRegistered || redirect_uri === outOfBand) return faultPage(visit, message);
  const href = answerUrl(destination, visit.publicUrl, fields);
  return faultPage(visit, message, {
    label: texts(visit)('return_to_host', { host: new URL(redirect_uri).host }),
    href,
  });
}
