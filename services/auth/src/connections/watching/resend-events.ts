import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import * as calls from '@order-hub/shared/attempt-log-calls';
import type { Ask } from '@order-hub/shared/internal-call';
import type { resendEvents as declared } from '@order-hub/shared/management/attempts';
import type { PrincipalContext } from '@order-hub/shared/principal';
import type { z } from 'zod';
import { findWatchedConnection } from './find-watched-connection.ts';
import { recordSending } from './record-sending.ts';

export type KeptEvents = z.output<typeof declared.input>;

/**
 * Sends kept events of a connection again, up to 5,000, the oldest first. Throws 404, also for a connection without a callback, and
 * 503 without the events service.
 */
export async function resendEvents(
  deps: { db: Database; ask: Ask },
  ctx: PrincipalContext,
  { connection_id }: { connection_id: string },
  { client_id, ...kept }: KeptEvents,
) {
  const { requestId } = ctx;
  const { connection, subject } = await findWatchedConnection(deps, ctx, { connection_id, client_id });
  await recordSending(deps.db, ctx, connection, { action: 'event.resend', details: kept });
  const answer = await deps.ask(calls.resendEvents, { params: {}, body: { ...subject, ...kept }, requestId });
  if (!answer) throw notFound('Callback');
  return answer;
}
