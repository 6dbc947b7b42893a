import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import * as calls from '@order-hub/shared/attempt-log-calls';
import type { Ask } from '@order-hub/shared/internal-call';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { findWatchedConnection } from './find-watched-connection.ts';

/** An attempt to push an event to a connection. Throws 404, and 503 without the events service. */
export async function retrieveAttempt(
  deps: { db: Database; ask: Ask },
  ctx: PrincipalContext,
  { connection_id, attempt_id }: { connection_id: string; attempt_id: string },
  { client_id }: { client_id?: string | undefined },
) {
  const { requestId } = ctx;
  const { connection, subject, isOwn } = await findWatchedConnection(deps, ctx, { connection_id, client_id });
  const body = { ...subject, with_personal_data: isOwn };
  const attempt = await deps.ask(calls.retrieveAttempt, { params: { attempt_id }, body, requestId });
  if (!attempt) throw notFound('Delivery');
  return { connection, attempt };
}
