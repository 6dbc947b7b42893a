import type { Database } from '@order-hub/shared/database';
import { serviceUnavailable } from '@order-hub/shared/errors';
import type { Ask } from '@order-hub/shared/internal-call';
import type { listRequests as declared } from '@order-hub/shared/management/requests';
import type { PrincipalContext } from '@order-hub/shared/principal';
import * as calls from '@order-hub/shared/request-log-calls';
import type { z } from 'zod';
import { findWatchedConnection } from './find-watched-connection.ts';

/** A page of the requests of a connection, newest first. Throws 404, and 503 without the events service. */
export async function listRequests(
  deps: { db: Database; ask: Ask },
  ctx: PrincipalContext,
  { connection_id }: { connection_id: string },
  { client_id, after: before, ...input }: z.output<typeof declared.input>,
) {
  const { requestId } = ctx;
  const { connection, subject } = await findWatchedConnection(deps, ctx, { connection_id, client_id });
  const body = { ...input, before, connection_id, account_id: subject.caller.account.id };
  const answer = await deps.ask(calls.listRequests, { params: {}, body, requestId });
  if (!answer) throw serviceUnavailable(calls.listRequests.unavailable);
  return { ...answer, connection };
}
