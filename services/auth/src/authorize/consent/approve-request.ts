import { forbidden } from '@order-hub/shared/errors';
import { issueCode, type IssueDeps } from '../oauth/issue-code.ts';
import type { UserVisit } from '@order-hub/pages/visit';
import type { Pending } from './open-request.ts';
import { unpaid } from './place.ts';
import { retrievePlace } from './retrieve-place.ts';

/**
 * What a user says yes to: returns the code for the client, and adds to the audit. Throws 403 for a place that is suspended,
 * 404 and 422 for what is not the user's own, and 503.
 */
export async function approveRequest(deps: IssueDeps, visit: UserVisit, { request, travelling }: Pending) {
  const place = await retrievePlace(deps.db, visit.user, travelling);
  if (place?.suspended) throw forbidden(unpaid);
  const { client, redirect_uri, scope, name, code_challenge } = request;
  const { path: _path, ...selected } = travelling;
  const user_id = visit.user.id;
  const grant = { ...selected, client_id: client.id, user_id, name, scope, redirect_uri, code_challenge };
  return issueCode(deps, visit, grant);
}
