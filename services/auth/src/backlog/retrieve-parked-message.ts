import { messagingServices } from '@order-hub/shared/backlog-calls';
import { notFound, serviceUnavailable } from '@order-hub/shared/errors';
import type { ManagedMessageDetails } from '@order-hub/shared/management/backlog';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { askEach, type MessagesDeps } from './messages.client.ts';

/** A parked message, in whichever service it is. Throws 404, and 503 when a service that may have it does not answer. */
export async function retrieveParkedMessage(
  deps: MessagesDeps,
  { requestId }: Pick<PrincipalContext, 'requestId'>,
  { message_id }: { message_id: string },
): Promise<ManagedMessageDetails> {
  const answers = await askEach({ deps, services: messagingServices, requestId }, async (messages) => ({
    found: await messages.find(message_id),
  }));
  for (const { service, answer } of answers) if (answer?.found) return { ...answer.found, service };
  if (answers.some(({ answer }) => answer === null))
    throw serviceUnavailable('Not every service answers at the moment');
  throw notFound('Message');
}
