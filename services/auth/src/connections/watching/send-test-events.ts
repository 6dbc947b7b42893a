import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import * as calls from '@order-hub/shared/attempt-log-calls';
import type { Ask } from '@order-hub/shared/internal-call';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { findWatchedConnection } from './find-watched-connection.ts';
import { recordSending } from './record-sending.ts';

/**
 * Sends test events to a connection. Throws 404, also for a connection without a callback, 429 within ten seconds of the last time,
 * and 503 without the events service.
 */
export async function sendTestEvents(
  deps: { db: Database; ask: Ask },
  ctx: PrincipalContext,
  { connection_id }: { connection_id: string },
  { client_id, type }: { client_id?: string | undefined; type?: string | undefined },
) {
  const { requestId } = ctx;
  const { connection, subject } = await findWatchedConnection(deps, ctx, { connection_id, client_id });
  await recordSending(deps.db, ctx, connection, { action: 'event.test', details: { type } });
  const answer = await deps.ask(calls.sendTestEvents, { params: {}, body: { ...subject, type }, requestId });
  if (!answer) throw notFound('Callback');
  return answer;
}
