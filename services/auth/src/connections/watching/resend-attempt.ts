import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import * as calls from '@order-hub/shared/attempt-log-calls';
import type { Ask } from '@order-hub/shared/internal-call';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { findWatchedConnection } from './find-watched-connection.ts';
import { recordSending } from './record-sending.ts';
import { retrieveAttempt } from './retrieve-attempt.ts';

/**
 * Sends the event of an attempt again. Throws 404, 422 for an event that is not kept any more, and 503 without the events
 * service.
 */
export async function resendAttempt(
  deps: { db: Database; ask: Ask },
  ctx: PrincipalContext,
  { connection_id, attempt_id }: { connection_id: string; attempt_id: string },
  { client_id }: { client_id?: string | undefined },
) {
  const { requestId } = ctx;
  const { connection, subject } = await findWatchedConnection(deps, ctx, { connection_id, client_id });
  const { attempt } = await retrieveAttempt(deps, ctx, { connection_id, attempt_id }, { client_id });
  const details = { event_id: attempt.event_id };
  await recordSending(deps.db, ctx, connection, { action: 'event.resend', details });
  const answer = await deps.ask(calls.resendAttempt, { params: { attempt_id }, body: subject, requestId });
  if (!answer) throw notFound('Delivery');
  return answer;
}
