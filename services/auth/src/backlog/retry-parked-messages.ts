import { messagingServices, type MessagingService } from '@order-hub/shared/backlog-calls';
import { invalid } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { byPrincipal } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { assertConfirmed } from '../users/owner.ts';
import { listParkedMessages } from './list-parked-messages.ts';
import { askEach, type MessagesDeps } from './messages.client.ts';
import { retrieveParkedMessage } from './retrieve-parked-message.ts';

type Filters = { id?: string | undefined; topic?: string | undefined; service?: MessagingService | undefined };

/** The services to ask. Throws 404 for an unknown id, and 422 for a message that has no body to send. */
async function findServices(
  deps: MessagesDeps,
  ctx: PrincipalContext,
  { id, topic, service }: Filters,
): Promise<readonly MessagingService[]> {
  if (id !== undefined) {
    const message = await retrieveParkedMessage(deps, ctx, { message_id: id });
    if (message.is_empty) throw invalid('id', 'not_allowed', 'is of a message without a body: delete it');
    return [message.service];
  }
  const { items } = await listParkedMessages(deps, ctx, {}, { service, topic, count: 1 });
  if (items.length === 0) return [];
  return service === undefined ? messagingServices : [service];
}

/**
 * Sends parked messages again: the one with an id, those of a topic, or all. The audit entry is written before the services
 * are asked, so an action whose answer is lost has one too; where nothing is parked there is none.
 */
export async function retryParkedMessages(
  deps: MessagesDeps,
  ctx: PrincipalContext,
  _params: object,
  { parked_before = ctx.now.toISOString(), ...filters }: Filters & { parked_before?: string | undefined },
) {
  assertConfirmed(ctx);
  const { id, topic } = filters;
  const services = await findServices(deps, ctx, filters);
  if (services.length > 0) {
    await recordEntry(deps.db, byPrincipal(ctx), {
      action: 'message.retry',
      account_id: null,
      subject_id: id ?? topic ?? 'all',
      details: filters,
    });
  }
  const { requestId } = ctx;
  const answers = await askEach({ deps, services, requestId }, (messages) =>
    messages.retry({ id, topic, parked_before }),
  );
  return {
    retried: answers.reduce((sum, { answer }) => sum + (answer?.retried ?? 0), 0),
    more: answers.some(({ answer }) => answer?.more),
    parked_before,
    unavailable: answers.flatMap(({ service, answer }) => (answer ? [] : service)),
  };
}
