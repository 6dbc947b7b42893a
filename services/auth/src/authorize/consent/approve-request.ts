import { forbidden } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { issueCode, type IssueDeps } from '../../oauth/issue-code.ts';
import { userIdOf } from '../../users/owner.ts';
import { unpaid } from '../places/place.ts';
import { retrievePlace } from '../places/retrieve-place.ts';
import type { PendingRequest } from '../steps/open-request.ts';

/**
 * Issues the code for the client, and audits the approval. Throws 403 for a suspended place, 404 and 422 for a selection that
 * is not the user's own, and 503.
 */
export async function approveRequest(
  deps: IssueDeps,
  ctx: PrincipalContext,
  { request, progress }: PendingRequest,
): Promise<string> {
  const place = await retrievePlace(deps, ctx, progress);
  if (place?.suspended) throw forbidden(unpaid, 'subscription_unpaid');
  const { client, redirect_uri, scope, name, code_challenge } = request;
  const { path: _path, ...selected } = progress;
  const user_id = userIdOf(ctx);
  const grant = { ...selected, client_id: client.id, user_id, name, scope, redirect_uri, code_challenge };
  return issueCode(deps, ctx, grant);
}
