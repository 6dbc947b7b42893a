import type { PrincipalContext } from '@order-hub/shared/principal';
import { byPrincipal } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { assertConfirmed } from '../users/owner.ts';
import { messagesOf, type MessagesDeps } from './messages.client.ts';
import { retrieveParkedMessage } from './retrieve-parked-message.ts';

/** Deletes a parked message: its consumer never acts on it. Throws 404. The audit entry is written first. */
export async function deleteParkedMessage(
  deps: MessagesDeps,
  ctx: PrincipalContext,
  { message_id }: { message_id: string },
): Promise<Record<string, never>> {
  assertConfirmed(ctx);
  const { service, topic, type, key, reason, account_id } = await retrieveParkedMessage(deps, ctx, { message_id });
  await recordEntry(deps.db, byPrincipal(ctx), {
    action: 'message.delete',
    account_id,
    subject_id: message_id,
    details: { service, topic, type, key, reason },
  });
  await messagesOf(deps, service, ctx.requestId).delete(message_id);
  return {};
}
