import type { Database } from '@order-hub/shared/database';
import { serviceUnavailable } from '@order-hub/shared/errors';
import type { Ask } from '@order-hub/shared/internal-call';
import type { listRequestsOfClient as declared } from '@order-hub/shared/management/requests';
import type { PrincipalContext } from '@order-hub/shared/principal';
import * as calls from '@order-hub/shared/request-log-calls';
import type { z } from 'zod';
import { retrieveClient } from './retrieve-client.ts';
import { userIdOf } from '../users/owner.ts';
import { listPlaceNames } from '../connections/watching/list-place-names.ts';

/** A page of the requests of a client of the user, newest first. Throws 404, and 503 without the events service. */
export async function listClientRequests(
  deps: { db: Database; ask: Ask },
  ctx: PrincipalContext,
  { client_id }: { client_id: string },
  { after: before, ...input }: z.output<typeof declared.input>,
) {
  const { requestId } = ctx;
  const { name: client_name } = await retrieveClient(deps, ctx, { client_id });
  const answer = await deps.ask(calls.listRequestsOfClient, {
    params: { client_id },
    body: { ...input, before },
    requestId,
  });
  if (!answer) throw serviceUnavailable(calls.listRequestsOfClient.unavailable);
  const ids = [...new Set(answer.items.map(({ connection_id }) => connection_id))];
  const places = await listPlaceNames(deps.db, { user_id: userIdOf(ctx), client_id, ids });
  const items = answer.items.map((item) => ({ ...item, place: places.get(item.connection_id) ?? null }));
  return { items, next: answer.next, client_name };
}
