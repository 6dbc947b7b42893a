import type { Database } from '@order-hub/shared/database';
import { serviceUnavailable } from '@order-hub/shared/errors';
import * as calls from '@order-hub/shared/attempt-log-calls';
import type { Ask } from '@order-hub/shared/internal-call';
import type { Sending } from '@order-hub/shared/management/attempts';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { findWatchedConnection } from './find-watched-connection.ts';
import type { KeptEvents } from './resend-events.ts';

/** What can be sent to the callback of a connection. Throws 404, and 503 without the events service. */
export async function retrieveSending(
  deps: { db: Database; ask: Ask },
  ctx: PrincipalContext,
  { connection_id }: { connection_id: string },
  { client_id, ...kept }: KeptEvents,
): Promise<Sending> {
  const { requestId } = ctx;
  const { connection, subject } = await findWatchedConnection(deps, ctx, { connection_id, client_id });
  const answer = await deps.ask(calls.describeSending, { params: {}, body: { ...subject, ...kept }, requestId });
  if (!answer) throw serviceUnavailable(calls.describeSending.unavailable);
  return { ...answer, connection };
}
