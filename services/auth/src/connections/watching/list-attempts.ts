import type { Database } from '@order-hub/shared/database';
import { serviceUnavailable } from '@order-hub/shared/errors';
import * as calls from '@order-hub/shared/attempt-log-calls';
import type { Ask } from '@order-hub/shared/internal-call';
import type { listAttempts as declared } from '@order-hub/shared/management/attempts';
import type { PrincipalContext } from '@order-hub/shared/principal';
import type { z } from 'zod';
import { findWatchedConnection } from './find-watched-connection.ts';

/** A page of the attempts to push events to a connection, newest first. Throws 404, and 503 without the events service. */
export async function listAttempts(
  deps: { db: Database; ask: Ask },
  ctx: PrincipalContext,
  { connection_id }: { connection_id: string },
  { client_id, after: before, ...input }: z.output<typeof declared.input>,
) {
  const { requestId } = ctx;
  const { connection, subject, isOwn } = await findWatchedConnection(deps, ctx, { connection_id, client_id });
  const body = { ...subject, ...input, before, with_personal_data: isOwn };
  const answer = await deps.ask(calls.listAttempts, { params: {}, body, requestId });
  if (!answer) throw serviceUnavailable(calls.listAttempts.unavailable);
  return { ...answer, connection };
}
